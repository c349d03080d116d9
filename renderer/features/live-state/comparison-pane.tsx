import { CopyCheck, History, RotateCcw, Trash2, Undo2 } from 'lucide-react';
import { useEffect } from 'react';
import { useStore } from 'zustand';
import type { ChangeCounts, ChangeKind } from '../../../server/domain/records/state-comparison.ts';
import { useHost } from '../../console/use-console.ts';
import { kindMarks } from '../../difference/member-changes.tsx';
import { ActionButton } from '../../ui/base/action.tsx';
import { Button, IconButton } from '../../ui/base/button.tsx';
import { formatCount } from '../../ui/base/format.ts';
import { itemArrows } from '../../ui/base/item-arrows.ts';
import { EmptyState, Failure, Waiting } from '../../ui/display/empty-state.tsx';
import { Check } from '../../ui/form/check.tsx';
import { Labelled, Select } from '../../ui/form/field.tsx';
import { SegmentedControl } from '../../ui/form/segmented-control.tsx';
import { Pager } from '../../ui/table/pager.tsx';
import styles from './comparison.module.css';
import { keyOf, whyNotKept } from './comparison.ts';
import type { ComparisonState } from './comparison-state.ts';
import { isWithoutSnapshot } from './ended.ts';
import type { LiveStateProps } from './live-states.ts';
import { RecordDifference } from './record-difference.tsx';

/** How the chosen live state differs from the fixtures or from a snapshot, and what to do about it. */
export function ComparisonPane({ states, comparison }: LiveStateProps) {
  const state = useStore(comparison.store);
  const { session, page, problem } = state;
  useEffect(() => comparison.follow(), [comparison]);
  const title = session === null ? 'Shared live state' : `Session ${session}`;
  return (
    <section className={styles.pane} aria-label={`Changes: ${title}`}>
      <header className={styles.head}>
        <h2 className="ellipsis">{title}</h2>
        <BaseSelect comparison={comparison} states={states} />
        {session !== null && <SessionControls session={session} states={states} comparison={comparison} />}
      </header>
      {problem && (
        <Failure
          title="This cannot be compared"
          action={
            isWithoutSnapshot(problem) ? (
              <Button onClick={() => comparison.choose({ session, snapshot: null })}>Compare with the fixtures</Button>
            ) : (
              <Button onClick={() => comparison.choose({ session: null, snapshot: null })}>
                Show the shared live state
              </Button>
            )
          }
        >
          {problem.detail}
        </Failure>
      )}
      {!problem && !page && <Waiting>Comparing…</Waiting>}
      {page && page.counts.length === 0 && <NoChanges {...state} />}
      {page && page.counts.length > 0 && <Changes states={states} comparison={comparison} />}
    </section>
  );
}

/** Chooses what the live state is compared with. */
function BaseSelect({ comparison }: LiveStateProps) {
  const { session, snapshot } = useStore(comparison.store);
  const snapshots = useHost((state) => state.snapshots);
  const isListed = snapshot === null || snapshots.some(({ name }) => name === snapshot);
  return (
    <Labelled label="compared with" className={styles.base}>
      {(id) => (
        <Select
          id={id}
          value={snapshot === null ? '' : `=${snapshot}`}
          onChange={(event) => {
            const chosen = event.currentTarget.value;
            comparison.choose({ session, snapshot: chosen === '' ? null : chosen.slice(1) });
          }}
        >
          <option value="">the fixtures</option>
          {!isListed && <option value={`=${snapshot}`}>snapshot {snapshot}</option>}
          {snapshots.toReversed().map(({ name }) => (
            <option key={name} value={`=${name}`}>
              snapshot {name}
            </option>
          ))}
        </Select>
      )}
    </Labelled>
  );
}

function SessionControls({ session, states, comparison }: LiveStateProps & { readonly session: string }) {
  const scenarios = useHost((state) => state.scenarios);
  const scenario = useHost((state) => state.sessions.find(({ name }) => name === session)?.scenario);
  const drop = async () => {
    if (await states.drop(session)) comparison.leave({ session });
  };
  if (scenario === undefined) return null;
  return (
    <span className={styles.session}>
      <Select
        aria-label={`Scenario of ${session}`}
        value={scenario}
        onChange={(event) => void states.activate(session, event.currentTarget.value)}
      >
        {scenarios.map((one) => (
          <option key={one.name}>{one.name}</option>
        ))}
      </Select>
      <Button
        icon={RotateCcw}
        aria-label={`Reset ${session}`}
        tip="Reverts every change and restarts the scenario"
        onClick={() => void states.reset(session)}
      >
        Reset
      </Button>
      <IconButton icon={Trash2} label={`Delete ${session}`} onClick={() => void drop()} />
    </span>
  );
}

function NoChanges({ session, snapshot }: ComparisonState) {
  if (snapshot !== null) {
    return (
      <EmptyState title={`Equals ${snapshot}`}>
        Every record is as the snapshot has it. What clients change from now on appears here.
      </EmptyState>
    );
  }
  return (
    <EmptyState title="No changes">
      {session === null ? 'Clients without a session get' : 'The session gets'} the fixtures as they are. When a client
      sends POST, PUT, PATCH or DELETE, the record appears here with its difference: revert it, or keep it in the
      fixtures.
    </EmptyState>
  );
}

const kinds: readonly ChangeKind[] = ['added', 'changed', 'removed'];

function Changes({ comparison }: LiveStateProps) {
  const { page, kind, collection, snapshot, selected, offsets } = useStore(comparison.store);
  if (!page) return null;
  const { counts, records, total } = page;
  const within = counts.filter((one) => collection === null || one.collection === collection);
  const number = (one: ChangeKind) => within.reduce((sum, count) => sum + count[one], 0);
  const all = kinds.reduce((sum, one) => sum + number(one), 0);
  const isFiltered = collection !== null || kind !== null;
  const offset = offsets.at(-1) ?? 0;
  return (
    <>
      <div className={styles.bar}>
        <SegmentedControl
          label="Kind of change"
          options={[
            { value: 'all', title: `All ${formatCount(all)}` },
            ...kinds.map((one) => ({ value: one, title: `${kindMarks[one].word} ${formatCount(number(one))}` })),
          ]}
          chosen={kind ?? 'all'}
          onChoose={(value) => comparison.filter({ kind: value === 'all' ? null : value })}
        />
        <CollectionSelect
          counts={counts}
          chosen={collection}
          onChoose={(chosen) => comparison.filter({ collection: chosen })}
        />
        <span className={styles.actions}>
          {selected.size > 0 ? (
            <SelectedActions comparison={comparison} number={selected.size} isSnapshot={snapshot !== null} />
          ) : (
            snapshot === null && <AllActions comparison={comparison} number={total} isFiltered={isFiltered} />
          )}
        </span>
      </div>
      {records.length === 0 ? (
        <EmptyState
          title="No such change"
          action={<Button onClick={() => comparison.filter({ kind: null, collection: null })}>Show all changes</Button>}
        >
          No record matches these filters.
        </EmptyState>
      ) : (
        <>
          <div className={styles.listHead}>
            <Check
              label="Select all records of this page"
              checked={selected.size === records.length}
              isMixed={selected.size > 0 && selected.size < records.length}
              onCheck={(checked) => comparison.selectPage(checked)}
            />
            <Button look="bare" onClick={() => comparison.openAll(true)}>
              Expand all
            </Button>
            <Button look="bare" onClick={() => comparison.openAll(false)}>
              Collapse all
            </Button>
            <Pager
              of="record"
              offset={offset}
              shown={records.length}
              total={total}
              className={styles.pages}
              onPrevious={() => comparison.previousPage()}
              onNext={() => comparison.nextPage()}
            />
          </div>
          <ul className={styles.records} aria-label="Changed records" {...itemArrows}>
            {records.map((record) => (
              <RecordDifference key={keyOf(record)} record={record} comparison={comparison} />
            ))}
          </ul>
        </>
      )}
    </>
  );
}

interface CollectionSelectProps {
  readonly counts: readonly ChangeCounts[];
  readonly chosen: string | null;
  readonly onChoose: (collection: string | null) => void;
}

function CollectionSelect({ counts, chosen, onChoose }: CollectionSelectProps) {
  const isListed = chosen === null || counts.some(({ collection }) => collection === chosen);
  return (
    <Select
      aria-label="Collection"
      value={chosen === null ? '' : `=${chosen}`}
      onChange={({ currentTarget: { value } }) => onChoose(value === '' ? null : value.slice(1))}
    >
      <option value="">All collections</option>
      {!isListed && <option value={`=${chosen}`}>{chosen}: 0</option>}
      {counts.map(({ collection, added, removed, changed }) => (
        <option key={collection} value={`=${collection}`}>
          {collection}: {formatCount(added + removed + changed)}
        </option>
      ))}
    </Select>
  );
}

interface BulkActionsProps extends Pick<LiveStateProps, 'comparison'> {
  readonly number: number;
}

function SelectedActions({ comparison, number, isSnapshot }: BulkActionsProps & { readonly isSnapshot: boolean }) {
  const of = `${formatCount(number)} selected`;
  if (isSnapshot) {
    return (
      <Button icon={History} onClick={() => void comparison.settleSelected('restore')}>
        Restore {of}
      </Button>
    );
  }
  return (
    <>
      <ActionButton id="live-state.revert" icon={Undo2}>
        {`Revert ${of}`}
      </ActionButton>
      <ActionButton id="live-state.keep" icon={CopyCheck}>
        {`Keep ${of}`}
      </ActionButton>
    </>
  );
}

function AllActions({ comparison, number, isFiltered }: BulkActionsProps & { readonly isFiltered: boolean }) {
  const session = useStore(comparison.store, (state) => state.session);
  const isShared = useHost(({ sharing }) => sharing !== null);
  const empty = number === 0 && 'No record matches the filters.';
  const all = isFiltered ? `these ${formatCount(number)}` : 'all';
  return (
    <>
      <Button icon={Undo2} why={empty} onClick={() => void comparison.settleAll('revert')}>
        Revert {all}
      </Button>
      <Button
        icon={CopyCheck}
        why={empty || whyNotKept(session, isShared)}
        onClick={() => void comparison.settleAll('keep')}
      >
        Keep {all}
      </Button>
    </>
  );
}
