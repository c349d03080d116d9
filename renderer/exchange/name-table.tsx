import { Eye } from 'lucide-react';
import { useState } from 'react';
import { isSecretHeader } from '../../server/contract/schema/secrets.ts';
import { Button } from '../ui/base/button.tsx';
import { classNames } from '../ui/base/class-names.ts';
import styles from './exchange.module.css';

interface NameTableProps {
  readonly label: string;
  readonly rows: readonly (readonly [name: string, value: string])[];
}

/** Header fields or parameters in the order sent; secrets are hidden until somebody shows them. */
export function NameTable({ label, rows }: NameTableProps) {
  const [shown, setShown] = useState(false);
  if (rows.length === 0) return null;
  const hasSecrets = rows.some(([name]) => isSecretHeader(name));
  return (
    <section className={styles.block}>
      <h3 className={classNames('line', styles.blockTitle)}>
        {label}
        {hasSecrets && !shown && (
          <Button icon={Eye} look="bare" onClick={() => setShown(true)}>
            Show secrets
          </Button>
        )}
      </h3>
      <table className={styles.headers} aria-label={label}>
        <tbody>
          {rows.map(([name, value], index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: names may repeat and the order never changes.
            <tr key={index}>
              <th scope="row">{name}</th>
              <td>{isSecretHeader(name) && !shown ? '••••••••' : value}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
