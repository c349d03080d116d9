import { useId } from 'react';
import type { Json } from '../../server/domain/json/json.ts';
import type { MergeConflict } from '../../server/domain/json/three-way.ts';
import { Badge } from '../ui/display/tag.tsx';
import styles from './conflict.module.css';

interface SideChoiceProps {
  readonly conflict: MergeConflict;
  /** True while the value is to be theirs. */
  readonly takesTheirs: boolean;
  readonly onChoose: (side: 'mine' | 'theirs') => void;
}

/** A member that two people changed: its value before, and whose new value to take. */
export function SideChoice({ conflict, takesTheirs, onChoose }: SideChoiceProps) {
  const group = useId();
  const { path, base, mine, theirs } = conflict;
  const sides = [
    { side: 'mine', title: 'Yours', value: mine, chosen: !takesTheirs },
    { side: 'theirs', title: 'Theirs', value: theirs, chosen: takesTheirs },
  ] as const;
  return (
    <fieldset className={styles.choice}>
      <legend>
        <Badge tone="warn">conflict</Badge> <code>{path.slice(1)}</code>
      </legend>
      <p className={styles.before}>
        <span>Before</span> <Value value={base} />
      </p>
      {sides.map(({ side, title, value, chosen }) => (
        <label key={side}>
          <input type="radio" name={group} checked={chosen} onChange={() => onChoose(side)} />
          <span>{title}</span> <Value value={value} />
        </label>
      ))}
    </fieldset>
  );
}

/** A value as JSON; a long one scrolls. */
function Value({ value }: { readonly value: Json | undefined }) {
  if (value === undefined) return <em>missing</em>;
  return <code>{typeof value === 'object' ? JSON.stringify(value, null, 2) : JSON.stringify(value)}</code>;
}
