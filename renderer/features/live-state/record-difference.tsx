import { ArrowLeftRight, ChevronDown, ChevronRight, CopyCheck, History, Table2, Undo2 } from 'lucide-react';
import { useId } from 'react';
import { useStore } from 'zustand';
import type { ListedChange } from '../../../server/contract/schema/output.ts';
import { visible } from '../../../server/domain/json/visible-text.ts';
import { useHost } from '../../console/use-console.ts';
import { kindMarks, MemberChanges } from '../../difference/member-changes.tsx';
import { pathText } from '../../difference/value-difference.ts';
import { Button, IconButton } from '../../ui/base/button.tsx';
import { plural } from '../../ui/base/format.ts';
import { Badge } from '../../ui/display/tag.tsx';
import { Check } from '../../ui/form/check.tsx';
import { type Comparison, keyOf, whyNotKept } from './comparison.ts';
import styles from './record-difference.module.css';

interface RecordDifferenceProps {
  readonly record: ListedChange;
  readonly comparison: Comparison;
}

/** A changed record with what can be done about it; its members before and after can be opened. */
export function RecordDifference({ record, comparison }: RecordDifferenceProps) {
  const { collection, kind, members, live, cause } = record;
  const request = cause?.request ?? null;
  const detail = useId();
  const key = keyOf(record);
  const id = visible(record.id);
  const isSelected = useStore(comparison.store, ({ selected }) => selected.has(key));
  const snapshot = useStore(comparison.store, (state) => state.snapshot);
  const session = useStore(comparison.store, (state) => state.session);
  const isShared = useHost(({ sharing }) => sharing !== null);
  const isOpen = useStore(comparison.store, () => comparison.isOpen(record));
  const { word, icon, tone } = kindMarks[kind];
  const Chevron = isOpen ? ChevronDown : ChevronRight;
  const name = `${id} of ${collection}`;
  return (
    <li className={styles.record} data-selected={isSelected || undefined}>
      <div className={styles.recordHead}>
        <Check label={`Select ${name}`} checked={isSelected} onCheck={(checked) => comparison.select(key, checked)} />
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
                why={whyNotKept(session, isShared)}
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
          {session === null && (
            <span className={styles.cause}>
              {request !== null && (
                <Button
                  icon={ArrowLeftRight}
                  look="bare"
                  aria-label={`Show request ${request}, which last changed ${name}`}
                  onClick={() => comparison.showRequest(request)}
                >
                  #{request}
                </Button>
              )}
            </span>
          )}
        </span>
      </div>
      <div id={detail}>{isOpen && <MemberChanges of={name} kind={kind} members={members} />}</div>
    </li>
  );
}

/** The members of a change that the line names. */
const namedMembers = 4;

/** The changed members, and the edit that changed them. */
function summaryOf({ kind, members, cause }: ListedChange): string {
  const names = members.slice(0, namedMembers).map(({ path }) => pathText(path));
  const more = members.length > namedMembers ? ` and ${members.length - namedMembers} more` : '';
  const what = kind === 'changed' ? names.join(', ') + more : plural(members.length, 'member');
  return cause?.label == null ? what : `${what} · ${cause.label}`;
}
