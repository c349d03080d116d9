import { Plus, X } from 'lucide-react';
import { useEffect, useId, useRef, useState } from 'react';
import { Button, IconButton } from '../../../ui/base/button.tsx';
import { Refusal } from '../../../ui/display/refusal.tsx';
import { DraftNotice } from '../../../ui/drafts/draft-notice.tsx';
import { useDraft } from '../../../ui/drafts/use-draft.tsx';
import { Input, Select } from '../../../ui/form/field.tsx';
import type { Pair } from '../model/rule-form.ts';
import styles from './rule.module.css';

interface PairsFieldProps {
  readonly label: string;
  /** The noun for one pair, as in "Add header". */
  readonly one: string;
  readonly pairs: readonly Pair[];
  /** True if a pair may accept any value. */
  readonly canBeAny: boolean;
  readonly onCommit: (pairs: readonly Pair[]) => Promise<string | null>;
}

/** Lines of names and values. A line is saved when it loses the focus, a new one once it has a name. */
export function PairsField({ label, one, pairs, canBeAny, onCommit }: PairsFieldProps) {
  const id = useId();
  /** Unsaved lines; null if there are none. */
  const draft = useDraft<readonly Pair[] | null>(label, () => null);
  const [reason, setReason] = useState<string | null>(null);
  const last = useRef<HTMLInputElement>(null);
  const [isAdding, setIsAdding] = useState(false);
  useEffect(() => {
    if (isAdding) last.current?.focus();
    setIsAdding(false);
  }, [isAdding]);

  const shown = draft.value ?? pairs;
  const commit = async (changed: readonly Pair[]) => {
    const finished = changed.filter(([name], index) => name !== '' || index < pairs.length);
    if (JSON.stringify(finished) === JSON.stringify(pairs)) return;
    const refusal = await onCommit(finished);
    setReason(refusal);
    if (refusal === null) draft.saved(changed);
  };
  const set = (index: number, pair: Pair) => draft.set(shown.with(index, pair));
  const take = (index: number) => {
    const rest = shown.toSpliced(index, 1);
    draft.set(rest.length === pairs.length ? null : rest);
    void commit(rest);
  };

  return (
    <fieldset className={styles.pairs} aria-describedby={reason === null ? undefined : id}>
      <legend>{label}</legend>
      <div className={styles.pairLines}>
        {shown.map(([name, value], index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a line is identified by its place.
          <div key={index} className={styles.pair}>
            <Input
              ref={index === shown.length - 1 ? last : null}
              aria-label={`${one} ${index + 1}, name`}
              placeholder="Name"
              value={name}
              onChange={(event) => set(index, [event.currentTarget.value, value])}
              onBlur={() => void commit(shown)}
            />
            {canBeAny && (
              <Select
                aria-label={`${one} ${index + 1}, condition`}
                value={value === null ? 'any' : 'is'}
                onChange={(event) => {
                  const changed: Pair = [name, event.currentTarget.value === 'any' ? null : ''];
                  set(index, changed);
                  void commit(shown.with(index, changed));
                }}
              >
                <option value="is">equals</option>
                <option value="any">is present</option>
              </Select>
            )}
            {value !== null && (
              <Input
                aria-label={`${one} ${index + 1}, value`}
                placeholder="Value"
                value={value}
                onChange={(event) => set(index, [name, event.currentTarget.value])}
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
            draft.set([...shown, ['', canBeAny ? null : '']]);
            setIsAdding(true);
          }}
        >
          Add {one}
        </Button>
      </div>
    </fieldset>
  );
}
