import { useId } from 'react';
import styles from './radio-list.module.css';

interface RadioOption<Value extends string> {
  readonly value: Value;
  readonly title: string;
  /** A sentence about the option. */
  readonly about: string;
}

interface RadioListProps<Value extends string> {
  readonly label: string;
  readonly options: readonly RadioOption<Value>[];
  readonly chosen: Value;
  readonly onChoose: (value: Value) => void;
}

/** A choice between options that need a sentence each, one below the other. */
export function RadioList<Value extends string>({ label, options, chosen, onChoose }: RadioListProps<Value>) {
  const id = useId();
  return (
    <div role="radiogroup" className={styles.list} aria-label={label}>
      {options.map(({ value, title, about }) => (
        <label key={value} className={styles.option}>
          <input
            type="radio"
            name={id}
            aria-label={title}
            aria-describedby={`${id}-${value}`}
            checked={value === chosen}
            onChange={() => onChoose(value)}
          />
          <span>{title}</span>
          <span id={`${id}-${value}`} className={styles.about}>
            {about}
          </span>
        </label>
      ))}
    </div>
  );
}
