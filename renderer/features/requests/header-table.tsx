import { Eye } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import styles from './requests.module.css';

const secrets = new Set(['authorization', 'proxy-authorization', 'cookie', 'set-cookie', 'x-api-key']);

interface HeaderTableProps {
  readonly label: string;
  readonly headers: readonly (readonly [string, string])[];
}

/** Header fields in the order in which they were sent; secrets are hidden until somebody asks. */
export function HeaderTable({ label, headers }: HeaderTableProps) {
  const [shown, setShown] = useState(false);
  const hasSecrets = headers.some(([name]) => secrets.has(name.toLowerCase()));
  return (
    <section className={styles.block}>
      <h3 className={styles.blockTitle}>
        {label}
        {hasSecrets && !shown && (
          <Button icon={Eye} look="bare" onClick={() => setShown(true)}>
            Show secrets
          </Button>
        )}
      </h3>
      <table className={styles.headers} aria-label={label}>
        <tbody>
          {headers.map(([name, value], index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: names may repeat and the order never changes.
            <tr key={index}>
              <th scope="row">{name}</th>
              <td>{secrets.has(name.toLowerCase()) && !shown ? '••••••••' : value}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {headers.length === 0 && <p className={styles.none}>None</p>}
    </section>
  );
}
