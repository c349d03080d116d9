import type { LucideIcon } from 'lucide-react';
import type { ComponentProps, MouseEvent, ReactNode } from 'react';
import styles from './button.module.css';
import { classNames } from './class-names.ts';
import { Tooltip } from './tooltip.tsx';

export type ButtonLook = 'plain' | 'primary' | 'bare';

interface Press {
  /** True while the last press is carried out: the button keeps the focus, and does nothing. */
  readonly isBusy?: boolean;
  /** A double click counts once, as for a button that adds something. */
  readonly once?: boolean;
}

/** The attributes of a button that takes no press while it is busy. */
function pressable({ isBusy = false, once = false }: Press, onClick: ComponentProps<'button'>['onClick']) {
  return {
    'aria-disabled': isBusy || undefined,
    onClick: (event: MouseEvent<HTMLButtonElement>) => {
      if (isBusy) event.preventDefault();
      else if (!once || event.detail < 2) onClick?.(event);
    },
  };
}

interface ButtonProps extends ComponentProps<'button'>, Press {
  readonly look?: ButtonLook;
  readonly icon?: LucideIcon;
  readonly children?: ReactNode;
}

export function Button(props: ButtonProps) {
  const { look = 'plain', icon: Icon, className, children, isBusy, once, onClick, ...rest } = props;
  return (
    <button
      type="button"
      className={classNames(styles.button, look !== 'plain' && styles[look], className)}
      {...rest}
      {...pressable({ isBusy, once }, onClick)}
    >
      {Icon && <Icon aria-hidden />}
      {children}
    </button>
  );
}

interface IconButtonProps extends Omit<ComponentProps<'button'>, 'children' | 'aria-label'>, Press {
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

export function IconButton(props: IconButtonProps) {
  const {
    label,
    note,
    icon: Icon,
    shortcut,
    look = 'bare',
    pressed,
    className,
    isBusy,
    once,
    onClick,
    ...rest
  } = props;
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
          className,
        )}
        {...rest}
        {...pressable({ isBusy, once }, onClick)}
      >
        <Icon aria-hidden />
      </button>
    </Tooltip>
  );
}
