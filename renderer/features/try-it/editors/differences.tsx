import type { Json } from '../../../../server/domain/json/json.ts';
import { DetailTable } from '../../../ui/table/detail-table.tsx';
import type { FormLine } from '../model/patch-form.ts';
import styles from './editors.module.css';

/** The effect of a change on the record as last read. */
export function Differences({ lines }: { readonly lines: readonly FormLine[] }) {
  if (lines.length === 0) return <p className={styles.hint}>No changes yet.</p>;
  return (
    <DetailTable label="Effect of the change" heads={['Member', 'Before', 'After']} className={styles.differences}>
      {lines.map(({ path, before, after }) => (
        <tr key={path}>
          <th scope="row">{path.slice(1)}</th>
          <td>{before === undefined ? <span className={styles.hint}>missing</span> : <del>{shown(before)}</del>}</td>
          <td>{after === undefined ? <span className={styles.hint}>removed</span> : <ins>{shown(after)}</ins>}</td>
        </tr>
      ))}
    </DetailTable>
  );
}

function shown(value: Json): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
