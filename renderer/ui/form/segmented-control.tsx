import { useId } from 'react';
import styles from './segmented-control.module.css';

interface SegmentedControlProps<Value extends string> {
  readonly label: string;
  readonly options: readonly { readonly value: Value; readonly title: string }[];
  readonly chosen: Value;
  readonly onChoose: (value: Value) => void;
}

/** A choice between a few words, all visible. Native radio buttons follow arrow keys at once, however fast they come. */
export function SegmentedControl<Value extends string>(props: SegmentedControlProps<Value>) {
  const { label, options, chosen, onChoose } = props;
  const name = useId();
  return (
    <div role="radiogroup" className={styles.control} aria-label={label}>
      {options.map(({ value, title }) => (
        <label key={value} className={styles.option}>
          <input type="radio" name={name} checked={value === chosen} onChange={() => onChoose(value)} />
          {title}
        </label>
      ))}
    </div>
  );
}
