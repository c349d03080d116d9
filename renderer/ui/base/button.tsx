import type { LucideIcon } from 'lucide-react';
import type { ComponentProps, MouseEvent, ReactNode } from 'react';
import styles from './button.module.css';
import { classNames } from './class-names.ts';
import { tip } from './tooltip.tsx';

export type ButtonLook = 'plain' | 'primary' | 'bare';

interface Press {
  /** True while the last press is carried out: the button keeps the focus, and does nothing. */
  readonly isBusy?: boolean;
  /** A double click counts once, as for a button that adds something. */
  readonly once?: boolean;
  /** Why the button does nothing at present; it keeps its place in the order of the Tab key, and says so there. */
  readonly why?: string | false | undefined;
}

/** The attributes of a button that takes no press while it is busy or there is a reason against it. */
function pressable({ isBusy = false, once = false, why }: Press, onClick: ComponentProps<'button'>['onClick']) {
  const isOff = isBusy || Boolean(why);
  return {
    'aria-disabled': isOff || undefined,
    'aria-description': why || undefined,
    onClick: (event: MouseEvent<HTMLButtonElement>) => {
      if (isOff) event.preventDefault();
      else if (!once || event.detail < 2) onClick?.(event);
    },
  };
}

/** A `why` takes the place of `disabled`, which hides a button from the keyboard and says no reason. */
type NativeProps = Omit<ComponentProps<'button'>, 'disabled'>;

interface ButtonProps extends NativeProps, Press {
  readonly look?: ButtonLook;
  readonly icon?: LucideIcon;
  /** Text of the tooltip. */
  readonly tip?: string | undefined;
  readonly shortcut?: string | undefined;
  readonly children?: ReactNode;
}

export function Button(props: ButtonProps) {
  const {
    look = 'plain',
    icon: Icon,
    tip: text,
    shortcut,
    className,
    children,
    isBusy,
    once,
    why,
    onClick,
    ...rest
  } = props;
  return (
    <button
      type="button"
      className={classNames(styles.button, look !== 'plain' && styles[look], className)}
      {...tip(why || text, why ? undefined : shortcut)}
      {...rest}
      {...pressable({ isBusy, once, why }, onClick)}
    >
      {Icon && <Icon aria-hidden />}
      {children}
    </button>
  );
}

interface IconButtonProps extends Omit<NativeProps, 'children' | 'aria-label'>, Press {
  /** The accessible name, also shown as a tooltip. */
  readonly label: string;
  /** Further text in the tooltip. */
  readonly note?: string | undefined;
  readonly icon: LucideIcon;
  readonly shortcut?: string | undefined;
  readonly look?: ButtonLook;
  /** The state of a toggle button. */
  readonly pressed?: boolean;
  /** A word beside the icon, where the line has room for it. */
  readonly word?: string | undefined;
}

export function IconButton(props: IconButtonProps) {
  const {
    label,
    note,
    icon: Icon,
    shortcut,
    look = 'bare',
    pressed,
    word,
    className,
    isBusy,
    once,
    why,
    onClick,
    ...rest
  } = props;
  return (
    <button
      type="button"
      aria-label={label}
      aria-pressed={pressed}
      className={classNames(
        styles.button,
        word ? styles.worded : styles.square,
        look !== 'plain' && styles[look],
        pressed && styles.pressed,
        className,
      )}
      {...tip(why ? `${label}: ${why}` : note === undefined ? label : `${label}: ${note}`, shortcut)}
      {...rest}
      {...pressable({ isBusy, once, why }, onClick)}
    >
      <Icon aria-hidden />
      {word && <span className="word">{word}</span>}
    </button>
  );
}
