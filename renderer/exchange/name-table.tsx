import { Eye } from 'lucide-react';
import { useState } from 'react';
import { visible } from '../../server/domain/json/visible-text.ts';
import { useSecrets } from '../console/use-console.ts';
import { Button } from '../ui/base/button.tsx';
import { classNames } from '../ui/base/class-names.ts';
import styles from './exchange.module.css';

interface NameTableProps {
  readonly label: string;
  /** What the rows are. */
  readonly of: 'headers' | 'parameters' | 'facts';
  readonly rows: readonly (readonly [name: string, value: string])[];
}

/** Header fields or parameters in the order sent; secrets are hidden until somebody shows them. */
export function NameTable({ label, of, rows }: NameTableProps) {
  const [shown, setShown] = useState(false);
  const secrets = useSecrets();
  const isSecret = (name: string) =>
    (of === 'headers' && secrets.isHeader(name)) || (of === 'parameters' && secrets.isParameter(name));
  if (rows.length === 0) return null;
  const hasSecrets = rows.some(([name]) => isSecret(name));
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
              <th scope="row">{visible(name)}</th>
              <td>{isSecret(name) && !shown ? '••••••••' : visible(value)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
