import { Unplug } from 'lucide-react';
import { useStore } from 'zustand';
import { useConsole } from '../../console/use-console.ts';
import { formatClock } from '../../ui/base/format.ts';
import styles from './notice-bars.module.css';
import { NoticeText } from './notice-text.tsx';

/** Reports a lost connection; the views keep their last state. */
export function LinkBar() {
  const { link, linkSince } = useStore(useConsole().mirror.store);
  if (link === 'live') return null;
  return (
    <div className={styles.linkBar} role="alert">
      <Unplug aria-hidden />
      <NoticeText
        text={
          link === 'refused'
            ? 'The host has started again with another token. Open the address that it printed, in this tab or another one: this tab then reconnects. Your input is kept.'
            : `No connection to the host since ${formatClock(linkSince)}. The console shows the last state, keeps your input and reconnects by itself.`
        }
      />
    </div>
  );
}
