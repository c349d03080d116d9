import { useState } from 'react';
import { type Json, type JsonObject, member } from '../../server/domain/json/json.ts';
import { visible } from '../../server/domain/json/visible-text.ts';
import styles from './exchange.module.css';

/** Rows shown at first, and added by each click on the button. */
const portion = 100;

/** Records as rows, with a column for every member of any of them. */
export function RecordTable({ records }: { readonly records: readonly JsonObject[] }) {
  const [shown, setShown] = useState(portion);
  const names = [...new Set(records.flatMap((record) => Object.keys(record)))];
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard must reach what scrolls.
    <section className={styles.sheet} aria-label="Records" tabIndex={0}>
      <table className={styles.records}>
        <thead>
          <tr>
            {names.map((name) => (
              <th key={name} scope="col">
                {visible(name)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {records.slice(0, shown).map((record, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a response does not change, and records may repeat.
            <tr key={index}>
              {names.map((name) => (
                <td key={name}>{cell(member(record, name))}</td>
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

function cell(value: Json | undefined): string {
  if (value === undefined) return '';
  return visible(typeof value === 'string' ? value : JSON.stringify(value));
}
