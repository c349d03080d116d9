import { Unplug } from 'lucide-react';
import { useLink } from '../../console/use-console.ts';
import styles from './shell.module.css';

/** Reports a lost connection; the views keep their last state. */
export function LinkBar() {
  const link = useLink();
  if (link === 'live') return null;
  return (
    <p className={styles.linkBar} role="alert">
      <Unplug aria-hidden />
      {link === 'refused'
        ? 'The token is no longer valid. Open the address that the host printed at its start.'
        : 'The connection to the host is lost. The console shows its last state and keeps reconnecting.'}
    </p>
  );
}
