import { useStore } from 'zustand';
import type { Json } from '../../../server/domain/json/json.ts';
import { visible } from '../../../server/domain/json/visible-text.ts';
import type { ChangeKind } from '../../../server/domain/records/state-comparison.ts';
import { EmptyState } from '../../ui/display/empty-state.tsx';
import { Badge, type Tone } from '../../ui/display/tag.tsx';
import { DetailTable } from '../../ui/table/detail-table.tsx';
import { Pager } from './pager.tsx';
import styles from './time-machine.module.css';
import type { TimeMachine } from './time-machine.ts';

const kinds: Readonly<Record<ChangeKind, readonly [word: string, tone: Tone]>> = {
  added: ['added since', 'good'],
  changed: ['changed since', 'changed'],
  removed: ['removed since', 'bad'],
};

/** The records that differ between the moment and now, with the values of both. */
export function MomentChanges({ machine }: { readonly machine: TimeMachine }) {
  const { changes, changesOffset } = useStore(machine.store);
  if (!changes || changes.total === 0) {
    return (
      <EmptyState title="Equals now">No record has changed since this moment, or each is as it was again.</EmptyState>
    );
  }
  const { records, total } = changes;
  return (
    <div className={styles.part}>
      <div className={styles.bar}>
        <Pager
          of="record"
          offset={changesOffset}
          shown={records.length}
          total={total}
          onOffset={(offset) => machine.show({ changesOffset: offset })}
        />
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard. */}
      <section className={styles.sheet} aria-label="Differences from now" tabIndex={0}>
        {records.map(({ collection, id, kind, members }) => (
          <article key={`${collection} ${id}`} className={styles.change} aria-label={`${id} of ${collection}`}>
            <h2>
              <Badge tone={kinds[kind][1]}>{kinds[kind][0]}</Badge>
              {visible(id)} <span className={styles.soft}>{collection}</span>
            </h2>
            <DetailTable heads={['Member', 'Then', 'Now']} className={styles.members}>
              {members.slice(0, 100).map(({ path, before, after }) => (
                <tr key={path}>
                  <th scope="row">{visible(path.slice(1))}</th>
                  <td>{textOf(before)}</td>
                  <td>{textOf(after)}</td>
                </tr>
              ))}
            </DetailTable>
          </article>
        ))}
      </section>
    </div>
  );
}

function textOf(value: Json | undefined): string {
  return value === undefined ? '' : visible(JSON.stringify(value)).slice(0, 500);
}
