import { useHost } from '../../../console/use-console.ts';
import { Labelled, Select } from '../../../ui/form/field.tsx';
import styles from './lab.module.css';

interface CollectionSelectProps {
  readonly collection: string;
  /** Records that a collection must have. */
  readonly least?: number;
  readonly onChoose: (collection: string) => void;
}

/** Chooses the collection of a lab. */
export function CollectionSelect({ collection, least = 0, onChoose }: CollectionSelectProps) {
  const collections = useHost((state) => state.collections);
  return (
    <Labelled label="Collection" className={styles.pick}>
      {(id) => (
        <Select id={id} value={collection} onChange={({ currentTarget }) => onChoose(currentTarget.value)}>
          {collections.map(({ name, count }) => (
            <option key={name} value={name} disabled={count < least}>
              {name}
            </option>
          ))}
        </Select>
      )}
    </Labelled>
  );
}
