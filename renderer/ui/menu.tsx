import type { LucideIcon } from 'lucide-react';
import { DropdownMenu } from 'radix-ui';
import type { ReactNode } from 'react';
import { Shortcut } from './kbd.tsx';
import styles from './menu.module.css';

interface MenuProps {
  /** The button that opens it; it gets the handlers. */
  readonly trigger: ReactNode;
  readonly align?: 'start' | 'end';
  readonly children: ReactNode;
}

/** A menu under a button. Not modal, because locking the page's scroll would put styles into it. */
export function Menu({ trigger, align = 'start', children }: MenuProps) {
  return (
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger asChild>{trigger}</DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content className={styles.menu} align={align} sideOffset={4} collisionPadding={8} loop>
          {children}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}

interface MenuItemProps {
  readonly icon?: LucideIcon;
  readonly shortcut?: string | undefined;
  readonly disabled?: boolean;
  readonly onSelect: () => void;
  readonly children: ReactNode;
}

export function MenuItem({ icon: Icon, shortcut, disabled, onSelect, children }: MenuItemProps) {
  return (
    <DropdownMenu.Item className={styles.item} disabled={disabled} onSelect={onSelect}>
      <span className={styles.icon}>{Icon && <Icon aria-hidden />}</span>
      <span className={styles.text}>{children}</span>
      {shortcut && <Shortcut keys={shortcut} />}
    </DropdownMenu.Item>
  );
}
