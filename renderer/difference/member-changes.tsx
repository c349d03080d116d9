import { Diff, Minus, Plus } from 'lucide-react';
import type { MemberChange } from '../../server/domain/json/patch-between.ts';
import type { ChangeKind } from '../../server/domain/records/state-comparison.ts';
import { plural } from '../ui/base/format.ts';
import type { Tone } from '../ui/display/tag.tsx';
import styles from './member-changes.module.css';
import { type Part, pathText, valueParts } from './value-difference.ts';

/** Word, icon and colour of each kind of change. */
export const kindMarks = {
  added: { word: 'Added', icon: Plus, tone: 'good' },
  changed: { word: 'Changed', icon: Diff, tone: 'changed' },
  removed: { word: 'Removed', icon: Minus, tone: 'bad' },
} as const satisfies Record<ChangeKind, { word: string; icon: typeof Plus; tone: Tone }>;

interface MemberChangesProps {
  /** The record, as the table is called. */
  readonly of: string;
  readonly kind: ChangeKind;
  readonly members: readonly MemberChange[];
}

/** Members beyond these are counted, not shown. */
const shownMembers = 300;

/** The members of a record before and after a change, as a difference of lines. */
export function MemberChanges({ of, kind, members }: MemberChangesProps) {
  return (
    <table className={styles.members} data-kind={kind}>
      <caption className="unseen">Difference of {of}</caption>
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
