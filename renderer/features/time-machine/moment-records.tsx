import { useStore } from 'zustand';
import type { MomentRow } from '../../../server/contract/schema/timeline.ts';
import { type Json, type JsonObject, jsonEqual, member } from '../../../server/domain/json/json.ts';
import { visible } from '../../../server/domain/json/visible-text.ts';
import { formatCount } from '../../ui/base/format.ts';
import { EmptyState } from '../../ui/display/empty-state.tsx';
import { Badge } from '../../ui/display/tag.tsx';
import { Input, Select } from '../../ui/form/field.tsx';
import { Pager } from '../../ui/table/pager.tsx';
import styles from './time-machine.module.css';
import { previousOffset, type TimeMachine } from './time-machine.ts';

/** Columns at most; a record may have any number of members. */
const mostColumns = 30;

/** A page of a collection as it was. A value that differs now is marked, with the present one below. */
export function MomentRecords({ machine }: { readonly machine: TimeMachine }) {
  const { state, page, collection, search, offset } = useStore(machine.store);
  const key = state?.collections.find(({ name }) => name === collection)?.key ?? 'id';
  const rows = page?.rows ?? [];
  const columns = [...new Set(rows.flatMap(({ then }) => Object.keys(then ?? {})))].slice(0, mostColumns);
  const names = [key, ...columns.filter((name) => name !== key)];
  return (
    <div className={styles.part}>
      <div className={styles.bar}>
        <Select
          aria-label="Collection"
          value={collection}
          onChange={(event) => machine.show({ collection: event.currentTarget.value, offset: 0 })}
        >
          {state?.collections.map(({ name, count, exists }) => (
            <option key={name} value={name}>
              {name} · {formatCount(count)}
              {exists ? '' : ' (removed since)'}
            </option>
          ))}
        </Select>
        <Input
          aria-label="Search the records"
          placeholder="Search"
          value={search}
          onChange={(event) => machine.show({ search: event.currentTarget.value, offset: 0 })}
        />
        <Pager
          of="record"
          offset={offset}
          shown={rows.length}
          total={page?.total ?? 0}
          onPrevious={() => machine.show({ offset: previousOffset(offset) })}
          onNext={() => machine.show({ offset: offset + rows.length })}
        />
      </div>
      {rows.length === 0 ? (
        <EmptyState title="No records">
          {search === '' ? 'The collection was empty at this moment.' : 'No record of this moment contains the text.'}
        </EmptyState>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard.
        <section className={styles.sheet} aria-label={`Records of ${collection} at this moment`} tabIndex={0}>
          <table className={styles.records}>
            <thead>
              <tr>
                <th scope="col">{visible(key)}</th>
                <th scope="col">since then</th>
                {names.slice(1).map((name) => (
                  <th key={name} scope="col">
                    {visible(name)}
                  </th>
                ))}
                <th scope="col">version</th>
              </tr>
            </thead>
            <tbody>
              {rows.map((row) => (
                <Row key={row.id} row={row} names={names} />
              ))}
            </tbody>
          </table>
        </section>
      )}
    </div>
  );
}

function Row({ row, names }: { readonly row: MomentRow; readonly names: readonly string[] }) {
  const { then, now, version } = row;
  const isSame = now !== null && then !== null && jsonEqual(then, now);
  return (
    <tr>
      <th scope="row">{textOf(valueIn(then, names[0] ?? ''))}</th>
      <td>{now === null ? <Badge tone="bad">removed</Badge> : isSame ? '' : <Badge tone="changed">changed</Badge>}</td>
      {names.slice(1).map((name) => {
        const [before, after] = [valueIn(then, name), valueIn(now, name)];
        const differs = now !== null && !isSame && !same(before, after);
        return (
          <td key={name} className={differs ? styles.differs : undefined}>
            {textOf(before)}
            {differs && <small className={styles.present}>now {after === undefined ? 'missing' : textOf(after)}</small>}
          </td>
        );
      })}
      <td>{version}</td>
    </tr>
  );
}

function valueIn(record: JsonObject | null, name: string): Json | undefined {
  return record === null ? undefined : member(record, name);
}

function same(before: Json | undefined, after: Json | undefined): boolean {
  return before === undefined || after === undefined ? before === after : jsonEqual(before, after);
}

function textOf(value: Json | undefined): string {
  if (value === undefined) return '';
  return visible(typeof value === 'string' ? value : JSON.stringify(value)).slice(0, 200);
}
