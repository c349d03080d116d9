import { Plus, X } from 'lucide-react';
import { useEffect, useId, useRef, useState } from 'react';
import { Button, IconButton } from '../../../ui/base/button.tsx';
import { Refusal } from '../../../ui/display/refusal.tsx';
import { DraftNotice } from '../../../ui/drafts/draft-notice.tsx';
import { isSame } from '../../../ui/drafts/drafts.ts';
import { useDraft } from '../../../ui/drafts/use-draft.tsx';
import { Input, Select } from '../../../ui/form/field.tsx';
import type { BodyLine, Pair } from '../model/rule-form.ts';
import styles from './rule.module.css';

type Line<Condition extends string> = readonly [name: string, condition: Condition, value: string];

interface LinesFieldProps<Condition extends string> {
  readonly label: string;
  /** The noun for one line, as in "Add header". */
  readonly one: string;
  readonly nameHint: string;
  readonly lines: readonly Line<Condition>[];
  /** The titles of the conditions; a new line has the first one. A single condition is not shown. */
  readonly conditions: Readonly<Record<Condition, string>>;
  /** A condition without a value. */
  readonly valueless?: Condition;
  /** True if a line may have an empty name. */
  readonly canBeUnnamed?: boolean;
  readonly onCommit: (lines: readonly Line<Condition>[]) => Promise<string | null>;
}

interface PairsFieldProps {
  readonly label: string;
  readonly one: string;
  readonly pairs: readonly Pair[];
  /** True if a pair may accept any value. */
  readonly canBeAny: boolean;
  readonly onCommit: (pairs: readonly Pair[]) => Promise<string | null>;
}

/** Lines of names and values. */
export function PairsField({ label, one, pairs, canBeAny, onCommit }: PairsFieldProps) {
  return (
    <LinesField<'any' | 'is'>
      label={label}
      one={one}
      nameHint="Name"
      lines={pairs.map(([name, value]) => [name, value === null ? 'any' : 'is', value ?? ''])}
      conditions={canBeAny ? { any: 'is present', is: 'equals' } : ({ is: 'equals' } as Record<'any' | 'is', string>)}
      valueless="any"
      onCommit={(lines) => onCommit(lines.map(([name, test, value]) => [name, test === 'any' ? null : value]))}
    />
  );
}

interface BodyTestsFieldProps {
  readonly lines: readonly BodyLine[];
  readonly onCommit: (lines: readonly BodyLine[]) => Promise<string | null>;
}

/** Tests of values in a JSON body. */
export function BodyTestsField({ lines, onCommit }: BodyTestsFieldProps) {
  return (
    <LinesField
      label="Body"
      one="body test"
      nameHint="/status, or empty for all"
      lines={lines}
      conditions={{ equals: 'equals', contains: 'contains' }}
      canBeUnnamed
      onCommit={onCommit}
    />
  );
}

/** A line is saved when it loses the focus, a new one once it has a name or a value. */
function LinesField<Condition extends string>(props: LinesFieldProps<Condition>) {
  const { label, one, nameHint, lines, conditions, valueless, canBeUnnamed = false, onCommit } = props;
  const choices = Object.keys(conditions) as Condition[];
  const [usual] = choices;
  const id = useId();
  /** Unsaved lines; null if there are none. */
  const draft = useDraft<readonly Line<Condition>[] | null>(label, () => null);
  const [reason, setReason] = useState<string | null>(null);
  const last = useRef<HTMLInputElement>(null);
  const [isAdding, setIsAdding] = useState(false);
  useEffect(() => {
    if (isAdding) last.current?.focus();
    setIsAdding(false);
  }, [isAdding]);

  const shown = draft.value ?? lines;
  /** The lines that are being saved. */
  const saving = useRef<readonly Line<Condition>[] | null>(null);
  /** The lines as they are about to be: going back to those before is a change, too. */
  const latest = () => saving.current ?? lines;
  const commit = async (changed: readonly Line<Condition>[]) => {
    const isFinished = ([name, , value]: Line<Condition>) => name !== '' || (canBeUnnamed && value !== '');
    const finished = changed.filter((line, index) => isFinished(line) || index < latest().length);
    if (isSame(finished, latest())) return;
    saving.current = finished;
    const refusal = await onCommit(finished);
    if (saving.current === finished) saving.current = null;
    setReason(refusal);
    // A new line without a name may have been removed meanwhile.
    if (refusal === null) draft.saved(changed, (later) => (isSame(later, finished) ? null : later));
  };
  const set = (index: number, line: Line<Condition>) => draft.set(shown.with(index, line));
  const take = (index: number) => {
    const rest = shown.toSpliced(index, 1);
    draft.set(isSame(rest, lines) && saving.current === null ? null : rest);
    void commit(rest);
  };

  return (
    <fieldset className={styles.pairs} aria-describedby={reason === null ? undefined : id}>
      <legend>{label}</legend>
      <div className={styles.pairLines}>
        {shown.map(([name, condition, value], index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a line is identified by its place.
          <div key={index} className={styles.pair}>
            <Input
              ref={index === shown.length - 1 ? last : null}
              aria-label={`${one} ${index + 1}, name`}
              placeholder={nameHint}
              value={name}
              onChange={(event) => set(index, [event.currentTarget.value, condition, value])}
              onBlur={() => void commit(shown)}
            />
            {choices.length > 1 && (
              <Select
                aria-label={`${one} ${index + 1}, condition`}
                value={condition}
                onChange={(event) => {
                  const chosen = choices.find((choice) => choice === event.currentTarget.value) ?? condition;
                  const changed: Line<Condition> = [name, chosen, value];
                  set(index, changed);
                  void commit(shown.with(index, changed));
                }}
              >
                {choices.map((choice) => (
                  <option key={choice} value={choice}>
                    {conditions[choice]}
                  </option>
                ))}
              </Select>
            )}
            {condition !== valueless && (
              <Input
                aria-label={`${one} ${index + 1}, value`}
                placeholder="Value"
                value={value}
                onChange={(event) => set(index, [name, condition, event.currentTarget.value])}
                onBlur={() => void commit(shown)}
                onKeyDown={(event) => {
                  if (event.key === 'Enter') void commit(shown);
                }}
              />
            )}
            <IconButton label={`Remove ${one} ${index + 1}`} icon={X} onClick={() => take(index)} />
          </div>
        ))}
        <DraftNotice draft={draft} />
        {reason !== null && (
          <Refusal id={id} className={styles.reason}>
            {reason}
          </Refusal>
        )}
        <Button
          look="bare"
          icon={Plus}
          onClick={() => {
            if (usual !== undefined) draft.set([...shown, ['', usual, '']]);
            setIsAdding(true);
          }}
        >
          Add {one}
        </Button>
      </div>
    </fieldset>
  );
}
