import type { LucideIcon } from 'lucide-react';
import type { ComponentProps, ReactNode } from 'react';
import styles from './button.module.css';
import { classNames } from './class-names.ts';
import { Tooltip } from './tooltip.tsx';

export type ButtonLook = 'plain' | 'primary' | 'bare';

interface ButtonProps extends ComponentProps<'button'> {
  readonly look?: ButtonLook;
  readonly icon?: LucideIcon;
  readonly children?: ReactNode;
}

export function Button({ look = 'plain', icon: Icon, className, children, ...rest }: ButtonProps) {
  return (
    <button type="button" className={classNames(styles.button, look !== 'plain' && styles[look], className)} {...rest}>
      {Icon && <Icon aria-hidden />}
      {children}
    </button>
  );
}

interface IconButtonProps extends Omit<ComponentProps<'button'>, 'children' | 'aria-label'> {
  /** The accessible name, also shown as a tooltip. */
  readonly label: string;
  /** Further text in the tooltip. */
  readonly note?: string | undefined;
  readonly icon: LucideIcon;
  readonly shortcut?: string | undefined;
  readonly look?: ButtonLook;
  /** The state of a toggle button. */
  readonly pressed?: boolean;
}

export function IconButton({ label, note, icon: Icon, shortcut, look = 'bare', pressed, ...rest }: IconButtonProps) {
  return (
    <Tooltip text={note === undefined ? label : `${label}: ${note}`} shortcut={shortcut}>
      <button
        type="button"
        aria-label={label}
        aria-pressed={pressed}
        className={classNames(
          styles.button,
          styles.square,
          look !== 'plain' && styles[look],
          pressed && styles.pressed,
        )}
        {...rest}
      >
        <Icon aria-hidden />
      </button>
    </Tooltip>
  );
}
