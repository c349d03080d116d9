import { ChevronDown, ChevronRight, CopyCheck, Diff, History, Minus, Plus, Table2, Undo2 } from 'lucide-react';
import { useId } from 'react';
import { useStore } from 'zustand';
import type { ListedChange } from '../../../server/contract/schema/output.ts';
import type { MemberChange } from '../../../server/domain/json/patch-between.ts';
import { visible } from '../../../server/domain/json/visible-text.ts';
import type { ChangeKind } from '../../../server/domain/records/state-comparison.ts';
import { Button, IconButton } from '../../ui/base/button.tsx';
import { plural } from '../../ui/base/format.ts';
import { Badge, type Tone } from '../../ui/display/tag.tsx';
import { type Comparison, keyOf } from './comparison.ts';
import styles from './record-difference.module.css';
import { type Part, pathText, valueParts } from './value-difference.ts';

/** Word, icon and colour of each kind of change. */
export const kindMarks = {
  added: { word: 'Added', icon: Plus, tone: 'good' },
  changed: { word: 'Changed', icon: Diff, tone: 'changed' },
  removed: { word: 'Removed', icon: Minus, tone: 'bad' },
} as const satisfies Record<ChangeKind, { word: string; icon: typeof Plus; tone: Tone }>;

interface RecordDifferenceProps {
  readonly record: ListedChange;
  readonly comparison: Comparison;
}

/** A changed record with what can be done about it; its members before and after can be opened. */
export function RecordDifference({ record, comparison }: RecordDifferenceProps) {
  const { collection, kind, members, live } = record;
  const detail = useId();
  const key = keyOf(record);
  const id = visible(record.id);
  const isSelected = useStore(comparison.store, ({ selected }) => selected.has(key));
  const snapshot = useStore(comparison.store, (state) => state.snapshot);
  const session = useStore(comparison.store, (state) => state.session);
  const isOpen = useStore(comparison.store, () => comparison.isOpen(record));
  const { word, icon, tone } = kindMarks[kind];
  const Chevron = isOpen ? ChevronDown : ChevronRight;
  const name = `${id} of ${collection}`;
  return (
    <li className={styles.record} data-selected={isSelected || undefined}>
      <div className={styles.recordHead}>
        <label className={styles.check}>
          <input
            type="checkbox"
            aria-label={`Select ${name}`}
            checked={isSelected}
            onChange={(event) => comparison.select(key, event.currentTarget.checked)}
          />
        </label>
        <button
          type="button"
          className={styles.disclosure}
          aria-expanded={isOpen}
          aria-controls={detail}
          onClick={() => comparison.toggle(key)}
        >
          <Chevron aria-hidden className={styles.chevron} />
          <Badge tone={tone} icon={icon}>
            {word}
          </Badge>{' '}
          <b className={styles.id}>{id}</b> <span className={styles.collection}>{collection}</span>{' '}
          <span className={styles.summary}>{summaryOf(record)}</span>
        </button>
        <span className={styles.rowActions}>
          {session === null && live !== null && (
            <IconButton icon={Table2} label={`Show ${name} in Fixtures`} onClick={() => comparison.show(record)} />
          )}
          {snapshot === null ? (
            <>
              <Button
                icon={Undo2}
                look="bare"
                aria-label={`Revert ${name}`}
                onClick={() => void comparison.settle('revert', [record])}
              >
                Revert
              </Button>
              <Button
                icon={CopyCheck}
                look="bare"
                aria-label={`Keep ${name}`}
                onClick={() => void comparison.settle('keep', [record])}
              >
                Keep
              </Button>
            </>
          ) : (
            <Button
              icon={History}
              look="bare"
              aria-label={`Restore ${name}`}
              onClick={() => void comparison.settle('restore', [record])}
            >
              Restore
            </Button>
          )}
        </span>
      </div>
      <div id={detail}>{isOpen && <Members name={name} kind={kind} members={members} />}</div>
    </li>
  );
}

/** The members of a change that the line names. */
const namedMembers = 4;

function summaryOf({ kind, members }: ListedChange): string {
  if (kind !== 'changed') return plural(members.length, 'member');
  const names = members.slice(0, namedMembers).map(({ path }) => pathText(path));
  return names.join(', ') + (members.length > namedMembers ? ` and ${members.length - namedMembers} more` : '');
}

interface MembersProps {
  readonly name: string;
  readonly kind: ChangeKind;
  readonly members: readonly MemberChange[];
}

/** Members beyond these are counted, not shown. */
const shownMembers = 300;

function Members({ name, kind, members }: MembersProps) {
  return (
    <table className={styles.members} data-kind={kind}>
      <caption className="unseen">Difference of {name}</caption>
      <colgroup>
        <col className={styles.path} />
        {kind === 'changed' && <col />}
        <col />
      </colgroup>
      <thead className="unseen">
        <tr>
          <th scope="col">Member</th>
          {kind !== 'added' && <th scope="col">Before</th>}
          {kind !== 'removed' && <th scope="col">After</th>}
        </tr>
      </thead>
      <tbody>
        {members.slice(0, shownMembers).map(({ path, before, after }) => {
          const [old, fresh] = valueParts(before, after);
          return (
            <tr key={path}>
              <th scope="row">{pathText(path)}</th>
              {kind !== 'added' && (
                <td data-side={before === undefined ? undefined : 'before'}>{text(old, 'before')}</td>
              )}
              {kind !== 'removed' && (
                <td data-side={after === undefined ? undefined : 'after'}>{text(fresh, 'after')}</td>
              )}
            </tr>
          );
        })}
        {members.length > shownMembers && (
          <tr>
            <th scope="row">{plural(members.length - shownMembers, 'more member')}</th>
          </tr>
        )}
      </tbody>
    </table>
  );
}

function text(parts: readonly Part[], side: 'before' | 'after') {
  if (parts.length === 0) return <span className="unseen">none</span>;
  const Side = side === 'before' ? 'del' : 'ins';
  return (
    <Side>
      {parts.map(({ text: part, isChanged }, place) =>
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a value have no other name.
        isChanged ? <mark key={place}>{part}</mark> : part,
      )}
    </Side>
  );
}
