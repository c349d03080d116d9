import { Unplug } from 'lucide-react';
import { useLink } from '../../console/use-console.ts';
import styles from './shell.module.css';

/** Says that the host is gone; what is shown stays as it was last heard. */
export function LinkBar() {
  const link = useLink();
  if (link === 'live') return null;
  return (
    <p className={styles.linkBar} role="alert">
      <Unplug aria-hidden />
      {link === 'refused'
        ? 'The host has a new token. Open the address that it printed when it started.'
        : 'The host does not answer. You see what was last heard; the console reconnects by itself.'}
    </p>
  );
}
