import { Select } from '../../../ui/form/field.tsx';
import styles from '../editors/editors.module.css';

interface FieldSelectProps {
  readonly field: string;
  readonly names: readonly string[];
  readonly isKnown: boolean;
  readonly onChange: (field: string) => void;
}

/** The field of a condition: one of the collection, or the unknown one that the query has. */
export function FieldSelect({ field, names, isKnown, onChange }: FieldSelectProps) {
  return (
    <Select
      aria-label="Field"
      className={styles.field}
      value={field}
      aria-invalid={!isKnown}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    >
      {!names.includes(field) && <option value={field}>{field} (unknown)</option>}
      {names.map((name) => (
        <option key={name}>{name}</option>
      ))}
    </Select>
  );
}
