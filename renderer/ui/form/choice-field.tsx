import { type ReactNode, useState } from 'react';
import styles from './field.module.css';
import { Field, Select } from './field.tsx';

interface ChoiceFieldProps<Value extends string> {
  readonly label: string;
  readonly hint?: string | undefined;
  readonly value: Value;
  /** The words that stand for the values, in the order in which they are offered. */
  readonly options: Readonly<Record<Value, string>>;
  readonly onChoose: (value: Value) => Promise<string | null>;
  /** What belongs to the choice and stands behind it. */
  readonly children?: ReactNode;
}

/** A value of a few: choosing one saves it, and what is refused says why at the field. */
export function ChoiceField<Value extends string>(props: ChoiceFieldProps<Value>) {
  const { label, hint, value, options, onChoose, children } = props;
  const [reason, setReason] = useState<string | null>(null);
  const values = Object.keys(options) as Value[];
  const choose = async (text: string) => {
    const chosen = values.find((one) => one === text);
    if (chosen !== undefined) setReason(await onChoose(chosen));
  };
  return (
    <Field label={label} hint={hint} reason={reason}>
      {(wiring) => (
        <span className={styles.withMore}>
          <Select {...wiring} value={value} onChange={(event) => void choose(event.currentTarget.value)}>
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
