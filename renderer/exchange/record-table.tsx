import { useState } from 'react';
import { type Json, type JsonObject, member } from '../../server/domain/json/json.ts';
import { visible } from '../../server/domain/json/visible-text.ts';
import { JsonTree } from '../ui/json/json-view.tsx';
import styles from './exchange.module.css';

/** Rows shown at first, and added by each click on the button. */
const portion = 100;

interface RecordTableProps {
  /** The member that holds the records; null for an array. */
  readonly name: string | null;
  readonly records: readonly JsonObject[];
}

/** Records as rows, with a column for every member of any of them. */
export function RecordTable({ name, records }: RecordTableProps) {
  const [shown, setShown] = useState(portion);
  const names = [...new Set(records.flatMap((record) => Object.keys(record)))];
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard must reach what scrolls.
    <section className={styles.sheet} aria-label="Records" tabIndex={0}>
      <table className={styles.records}>
        {name !== null && (
          <caption>
            <span>
              {visible(name)}: <span className={styles.size}>[{records.length}]</span>
            </span>
          </caption>
        )}
        <thead>
          <tr>
            {names.map((column) => (
              <th key={column} scope="col">
                {visible(column)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {records.slice(0, shown).map((record, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a response does not change, and records may repeat.
            <tr key={index}>
              {names.map((column) => (
                <Cell key={column} value={member(record, column)} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {records.length > shown && (
        <button type="button" className={styles.more} onClick={() => setShown(shown + portion)}>
          {records.length - shown} more
        </button>
      )}
    </section>
  );
}

/** A value in a line; an object or an array opens to its members. */
function Cell({ value }: { readonly value: Json | undefined }) {
  if (value === undefined) return <td />;
  const text = visible(typeof value === 'string' ? value : JSON.stringify(value));
  if (typeof value !== 'object' || value === null) return <td title={text}>{text}</td>;
  return (
    <td>
      <details className={styles.nested}>
        <summary>{text}</summary>
        <JsonTree value={value} visible={visible} />
      </details>
    </td>
  );
}
