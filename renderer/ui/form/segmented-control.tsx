import { ToggleGroup } from 'radix-ui';
import styles from './segmented-control.module.css';

interface SegmentedControlProps<Value extends string> {
  readonly label: string;
  readonly options: readonly { readonly value: Value; readonly title: string }[];
  readonly chosen: Value;
  readonly onChoose: (value: Value) => void;
}

/** A choice between a few words, all visible. */
export function SegmentedControl<Value extends string>(props: SegmentedControlProps<Value>) {
  const { label, options, chosen, onChoose } = props;
  return (
    <ToggleGroup.Root
      type="single"
      className={styles.control}
      aria-label={label}
      value={chosen}
      onValueChange={(value) => {
        const option = options.find((one) => one.value === value);
        if (option) onChoose(option.value);
      }}
    >
      {options.map(({ value, title }) => (
        <ToggleGroup.Item key={value} value={value} className={styles.option}>
          {title}
        </ToggleGroup.Item>
      ))}
    </ToggleGroup.Root>
  );
}
