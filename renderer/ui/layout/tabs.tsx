import { Tabs as Radix } from 'radix-ui';
import type { ReactNode } from 'react';
import styles from './tabs.module.css';

export interface Tab {
  readonly id: string;
  readonly title: string;
  /** A short word or number after the title, hidden from screen readers. */
  readonly note?: ReactNode;
}

interface TabsProps {
  readonly label: string;
  readonly tabs: readonly Tab[];
  readonly chosen: string;
  readonly onChoose: (id: string) => void;
  /** Content at the other end of the bar. */
  readonly aside?: ReactNode;
  /** The content of the chosen tab. */
  readonly children: ReactNode;
}

export function Tabs({ label, tabs, chosen, onChoose, aside, children }: TabsProps) {
  return (
    <Radix.Root className={styles.tabs} value={chosen} onValueChange={onChoose}>
      <div className={styles.bar}>
        <Radix.List className={styles.list} aria-label={label}>
          {tabs.map((tab) => (
            <Radix.Trigger key={tab.id} value={tab.id} className={styles.tab}>
              {tab.title}
              {tab.note !== undefined && (
                <span aria-hidden className={styles.note}>
                  {tab.note}
                </span>
              )}
            </Radix.Trigger>
          ))}
        </Radix.List>
        {aside}
      </div>
      {tabs.map((tab) => (
        <Radix.Content key={tab.id} value={tab.id} className={styles.content} tabIndex={-1}>
          {tab.id === chosen && children}
        </Radix.Content>
      ))}
    </Radix.Root>
  );
}
