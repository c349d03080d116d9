import type { LucideIcon } from 'lucide-react';
import { DropdownMenu } from 'radix-ui';
import type { ReactNode } from 'react';
import { reasonOf, useAction } from '../base/action.tsx';
import { classNames } from '../base/class-names.ts';
import { Shortcut } from '../base/kbd.tsx';
import styles from './menu.module.css';

interface MenuProps {
  /** The button that opens the menu. */
  readonly trigger: ReactNode;
  readonly align?: 'start' | 'end';
  readonly children: ReactNode;
}

/** A menu under a button. Not modal, because Radix would lock scrolling with inline styles, which the policy forbids. */
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

interface MenuAtProps {
  readonly label: string;
  /** Position in the window, in pixels; null while closed. */
  readonly at: { readonly x: number; readonly y: number } | null;
  readonly onClose: () => void;
  /** Restores the focus. */
  readonly onReturn: () => void;
  readonly children: ReactNode;
}

/** A context menu. */
export function MenuAt({ label, at, onClose, onReturn, children }: MenuAtProps) {
  if (!at) return null;
  return (
    <DropdownMenu.Root modal={false} open onOpenChange={(open) => !open && onClose()}>
      <DropdownMenu.Trigger asChild>
        <span className={styles.place} style={{ left: at.x, top: at.y }}>
          <span className="unseen">{label}</span>
        </span>
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content
          className={styles.menu}
          align="start"
          collisionPadding={8}
          loop
          onContextMenu={(event) => event.preventDefault()}
          onCloseAutoFocus={(event) => {
            event.preventDefault();
            // The chosen action may have moved the focus already.
            if (document.activeElement === document.body) onReturn();
          }}
        >
          {children}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}

interface ActionItemProps {
  readonly id: string;
  readonly icon: LucideIcon;
}

/** An action as a menu item. */
export function ActionItem({ id, icon }: ActionItemProps) {
  const action = useAction(id);
  const { title, shortcut, run } = action;
  return (
    // Runs after the menu has restored the focus, because a dialog remembers the focus when it opens.
    <MenuItem icon={icon} shortcut={shortcut} why={reasonOf(action)} onSelect={() => setTimeout(run)}>
      {title}
    </MenuItem>
  );
}

interface MenuItemProps {
  readonly icon?: LucideIcon;
  readonly shortcut?: string | undefined;
  /** Why the item does nothing at present. */
  readonly why?: string | false;
  /** A line that explains the item. */
  readonly hint?: string;
  readonly onSelect: () => void;
  readonly children: ReactNode;
}

export function MenuItem({ icon: Icon, shortcut, why, hint, onSelect, children }: MenuItemProps) {
  const line = why || hint;
  return (
    <DropdownMenu.Item
      className={classNames('line', styles.item, line && styles.tall)}
      disabled={Boolean(why)}
      onSelect={onSelect}
    >
      <span className={styles.icon}>{Icon && <Icon aria-hidden />}</span>
      <span className={classNames('ellipsis', styles.text)}>
        {children}
        {line && <span className={styles.hint}>{line}</span>}
      </span>
      {shortcut && <Shortcut keys={shortcut} />}
    </DropdownMenu.Item>
  );
}
