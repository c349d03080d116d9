import { Plus, X } from 'lucide-react';
import { useEffect, useId, useRef, useState } from 'react';
import { Button, IconButton } from '../../../ui/base/button.tsx';
import { Refusal } from '../../../ui/display/refusal.tsx';
import { DraftNotice } from '../../../ui/drafts/draft-notice.tsx';
import { Input, Select } from '../../../ui/form/field.tsx';
import { quoted, useTyped } from '../../../ui/form/use-typed.ts';
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

/** Lines as they are typed. */
interface TypedLines<Condition extends string> {
  readonly lines: readonly Line<Condition>[];
  /** The number of lines that were saved once; new ones come after them. */
  readonly known: number;
}

/**
 * A line is saved when it loses the focus, a new one once it has a name or a value; Escape restores the saved lines. If somebody
 * else changes them meanwhile, the field asks.
 */
function LinesField<Condition extends string>(props: LinesFieldProps<Condition>) {
  const { label, one, nameHint, lines, conditions, valueless, canBeUnnamed = false, onCommit } = props;
  const choices = Object.keys(conditions) as Condition[];
  const [usual] = choices;
  const id = useId();
  const isUnfinished = ([name, , value]: Line<Condition>) => name === '' && !(canBeUnnamed && value !== '');
  const isKept = ({ known }: TypedLines<Condition>) => {
    return (line: Line<Condition>, index: number) => index < known || !isUnfinished(line);
  };
  const worded = ([name, condition, value]: Line<Condition>) =>
    [name, choices.length > 1 && conditions[condition], value].filter(Boolean).join(' ');
  const typed = useTyped<readonly Line<Condition>[], TypedLines<Condition>>({
    label,
    value: lines,
    sentOf: (input) => input.lines.filter(isKept(input)),
    restOf: (input, sent) => {
      const rest = input.lines.filter((line, index) => !isKept(input)(line, index));
      return rest.length === 0 ? null : { lines: [...sent, ...rest], known: sent.length };
    },
    onCommit,
    quoted: (value) => quoted(value.map(worded).join(', ')),
  });
  const last = useRef<HTMLInputElement>(null);
  const [isAdding, setIsAdding] = useState(false);
  useEffect(() => {
    if (isAdding) last.current?.focus();
    setIsAdding(false);
  }, [isAdding]);

  const { draft, refusal } = typed;
  const { lines: shown, known } = typed.input ?? { lines, known: lines.length };
  const withLine = (index: number, line: Line<Condition>) => ({ lines: shown.with(index, line), known });
  const take = (index: number) => {
    typed.save({ lines: shown.toSpliced(index, 1), known: index < known ? known - 1 : known });
  };

  return (
    <fieldset
      className={styles.pairs}
      aria-describedby={refusal === null ? undefined : id}
      onKeyDown={({ key }) => {
        if (key === 'Escape') typed.restore();
      }}
    >
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
              onChange={(event) => typed.type(withLine(index, [event.currentTarget.value, condition, value]))}
              onBlur={typed.leave}
            />
            {choices.length > 1 && (
              <Select
                aria-label={`${one} ${index + 1}, condition`}
                value={condition}
                onChange={(event) => {
                  const chosen = choices.find((choice) => choice === event.currentTarget.value) ?? condition;
                  typed.save(withLine(index, [name, chosen, value]));
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
                onChange={(event) => typed.type(withLine(index, [name, condition, event.currentTarget.value]))}
                onBlur={typed.leave}
                onKeyDown={(event) => {
                  if (event.key === 'Enter') typed.commit();
                }}
              />
            )}
            <IconButton label={`Remove ${one} ${index + 1}`} icon={X} onClick={() => take(index)} />
          </div>
        ))}
        <DraftNotice draft={draft} />
        {refusal && (
          <Refusal id={id} className={styles.reason}>
            {refusal.reason}
          </Refusal>
        )}
        {refusal?.fix && <Button onClick={refusal.fix.run}>{refusal.fix.title}</Button>}
        <Button
          look="bare"
          icon={Plus}
          onClick={() => {
            if (usual !== undefined) typed.type({ lines: [...shown, ['', usual, '']], known });
            setIsAdding(true);
          }}
        >
          Add {one}
        </Button>
      </div>
    </fieldset>
  );
}
