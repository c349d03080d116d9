import type { LucideIcon } from 'lucide-react';
import type { ComponentProps, ReactNode } from 'react';
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

/** A `why` takes the place of `disabled`, which hides a button from the keyboard and says no reason. */
type NativeProps = Omit<ComponentProps<'button'>, 'disabled'>;

interface Hints {
  /** Text of the tooltip. */
  readonly tip?: string | undefined;
  readonly shortcut?: string | undefined;
}

/** A button that takes no press while it is busy or there is a reason against it. */
function Pressable(props: NativeProps & Press & Hints) {
  const { tip: text, shortcut, isBusy = false, once = false, why, onClick, ...rest } = props;
  const isOff = isBusy || Boolean(why);
  return (
    <button
      type="button"
      {...tip(text, shortcut)}
      {...rest}
      aria-disabled={isOff || undefined}
      aria-description={why || undefined}
      onClick={(event) => {
        if (isOff) event.preventDefault();
        else if (!once || event.detail < 2) onClick?.(event);
      }}
    />
  );
}

interface ButtonProps extends NativeProps, Press, Hints {
  readonly look?: ButtonLook;
  readonly icon?: LucideIcon;
  readonly children?: ReactNode;
}

export function Button({ look = 'plain', icon: Icon, tip, shortcut, className, children, ...rest }: ButtonProps) {
  const { why } = rest;
  return (
    <Pressable
      className={classNames(styles.button, look !== 'plain' && styles[look], className)}
      tip={why || tip}
      shortcut={why ? undefined : shortcut}
      {...rest}
    >
      {Icon && <Icon aria-hidden />}
      {children}
    </Pressable>
  );
}

interface IconButtonProps extends Omit<NativeProps, 'children' | 'aria-label'>, Press, Pick<Hints, 'shortcut'> {
  /** The accessible name, also shown as a tooltip. */
  readonly label: string;
  /** Further text in the tooltip. */
  readonly note?: string | undefined;
  readonly icon: LucideIcon;
  readonly look?: ButtonLook;
  /** The state of a toggle button. */
  readonly pressed?: boolean;
  /** A word beside the icon, where the line has room for it. */
  readonly word?: string | undefined;
}

export function IconButton(props: IconButtonProps) {
  const { label, note, icon: Icon, look = 'bare', pressed, word, className, ...rest } = props;
  const more = rest.why || note;
  return (
    <Pressable
      aria-label={label}
      aria-pressed={pressed}
      className={classNames(
        styles.button,
        word ? styles.worded : styles.square,
        look !== 'plain' && styles[look],
        pressed && styles.pressed,
        className,
      )}
      tip={more ? `${label}: ${more}` : label}
      {...rest}
    >
      <Icon aria-hidden />
      {word && <span className="word">{word}</span>}
    </Pressable>
  );
}
