import { type ReactNode, useState } from 'react';
import styles from './field.module.css';
import { Field, Select } from './field.tsx';

interface ChoiceFieldProps<Value extends string> {
  readonly label: string;
  readonly hint?: string | undefined;
  readonly value: Value;
  /** Labels by value, in the order of the list. */
  readonly options: Readonly<Record<Value, string>>;
  /** Saves a value; resolves once it is shown as `value`, or to the reason if it is refused. */
  readonly onChoose: (value: Value) => Promise<string | null>;
  /** Content after the list. */
  readonly children?: ReactNode;
}

/** A list of values: a choice is saved at once; a refusal is shown at the field. */
export function ChoiceField<Value extends string>(props: ChoiceFieldProps<Value>) {
  const { label, hint, value, options, onChoose, children } = props;
  const [reason, setReason] = useState<string | null>(null);
  /** What is being saved. The list shows it at once: the next key chooses from there. */
  const [saving, setSaving] = useState<{ readonly chosen: Value } | null>(null);
  const values = Object.keys(options) as Value[];
  const choose = async (text: string) => {
    const chosen = values.find((one) => one === text);
    if (chosen === undefined) return;
    const sent = { chosen };
    setSaving(sent);
    setReason(await onChoose(chosen));
    setSaving((now) => (now === sent ? null : now));
  };
  return (
    <Field label={label} hint={hint} reason={reason}>
      {(wiring) => (
        <span className={styles.withMore}>
          <Select
            {...wiring}
            value={saving?.chosen ?? value}
            onChange={(event) => void choose(event.currentTarget.value)}
          >
            {values.map((one) => (
              <option key={one} value={one}>
                {options[one]}
              </option>
            ))}
          </Select>
          {children}
        </span>
      )}
    </Field>
  );
}
