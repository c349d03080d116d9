import { useStore } from 'zustand';
import { visible } from '../../../server/domain/json/visible-text.ts';
import { kindMarks, MemberChanges } from '../../difference/member-changes.tsx';
import { EmptyState } from '../../ui/display/empty-state.tsx';
import { Badge } from '../../ui/display/tag.tsx';
import { Pager } from '../../ui/table/pager.tsx';
import styles from './time-machine.module.css';
import { previousOffset, type TimeMachine } from './time-machine.ts';

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
          onPrevious={() => machine.show({ changesOffset: previousOffset(changesOffset) })}
          onNext={() => machine.show({ changesOffset: changesOffset + records.length })}
        />
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard. */}
      <section className={styles.sheet} aria-label="Differences from now" tabIndex={0}>
        {records.map(({ collection, id, kind, members }) => (
          <article key={`${collection} ${id}`} className={styles.change} aria-label={`${id} of ${collection}`}>
            <h2>
              <Badge tone={kindMarks[kind].tone} icon={kindMarks[kind].icon}>
                {kindMarks[kind].word} since
              </Badge>
              {visible(id)} <span className={styles.soft}>{collection}</span>
            </h2>
            <MemberChanges of={`${visible(id)} of ${collection}`} kind={kind} members={members} />
          </article>
        ))}
      </section>
    </div>
  );
}
