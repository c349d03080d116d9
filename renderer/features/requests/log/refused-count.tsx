import { useRef, useState } from 'react';
import { useAction } from '../../../ui/base/action.tsx';
import { Button } from '../../../ui/base/button.tsx';
import { formatCount } from '../../../ui/base/format.ts';
import { Popover } from '../../../ui/overlay/popover.tsx';
import styles from './refused-count.module.css';

interface RefusedCountProps {
  readonly count: number;
  /** Why the latest request was refused. */
  readonly latest: string | null;
}

/** The number of requests that the host or origin check refused; they are not in the log. A click shows the latest reason. */
export function RefusedCount({ count, latest }: RefusedCountProps) {
  const { run: openSettings } = useAction('go.settings');
  const [isOpen, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  return (
    <Popover
      label="Refused requests"
      open={isOpen}
      onClose={() => setOpen(false)}
      onReturn={() => button.current?.focus()}
      anchor={
        <Button ref={button} look="bare" className={styles.count} onClick={() => setOpen(!isOpen)}>
          {formatCount(count)} refused
        </Button>
      }
    >
      <div className={styles.reason}>
        <p>{latest}</p>
        <p>Refused requests are counted here and are not in the log.</p>
        <Button onClick={openSettings}>Open Settings</Button>
      </div>
    </Popover>
  );
}
