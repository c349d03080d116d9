import type { Json } from '../../../../server/domain/json/json.ts';
import type { FormLine } from '../model/patch-form.ts';
import styles from './editors.module.css';

/** What a change does to the record as it was last read. */
export function Differences({ lines }: { readonly lines: readonly FormLine[] }) {
  if (lines.length === 0) return <p className={styles.hint}>This changes nothing in the record as it was last read.</p>;
  return (
    <table className={styles.differences} aria-label="What the change does">
      <thead>
        <tr>
          <th scope="col">Member</th>
          <th scope="col">Now</th>
          <th scope="col">After</th>
        </tr>
      </thead>
      <tbody>
        {lines.map(({ path, before, after }) => (
          <tr key={path}>
            <th scope="row">{path.slice(1)}</th>
            <td>{before === undefined ? <span className={styles.hint}>nothing</span> : <del>{shown(before)}</del>}</td>
            <td>{after === undefined ? <span className={styles.hint}>taken away</span> : <ins>{shown(after)}</ins>}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function shown(value: Json): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
