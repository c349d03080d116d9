import type { LucideIcon } from 'lucide-react';
import { createContext, useContext } from 'react';
import { Button, type ButtonLook, IconButton } from './button.tsx';

/** One thing that a person can do, by button, command palette or keyboard. */
export interface Action {
  readonly id: string;
  readonly title: string;
  /** The present effect, if it varies. */
  readonly note?: string;
  /** Heading in the palette. */
  readonly group: string;
  /** `Mod+K`, `F2`, or `g f` for a sequence; Mod is Ctrl, or Cmd on a Mac. */
  readonly shortcut?: string;
  /** A second, customary shortcut. */
  readonly otherShortcut?: string;
  /** Limits the shortcut to tables. */
  readonly where?: 'table';
  readonly enabled: boolean;
  /** Why it is not enabled, in a sentence. */
  readonly why?: string;
  /** A double click counts once, as for an action that adds something. */
  readonly once?: boolean;
  /** True if it works while the host is away. */
  readonly isLocal?: boolean;
  readonly run: () => void;
}

export const ActionsContext = createContext<readonly Action[]>([]);

export function useAction(id: string): Action {
  const action = useContext(ActionsContext).find((candidate) => candidate.id === id);
  if (!action) throw new Error(`There is no action "${id}"`);
  return action;
}

interface ActionButtonProps {
  readonly id: string;
  readonly icon: LucideIcon;
  readonly look?: ButtonLook;
  readonly pressed?: boolean;
  /** A word beside the icon, where the line has room for it. */
  readonly word?: string;
  /** The label; without one the button shows its icon. */
  readonly children?: string;
}

/** Why an action does nothing at present, or false. */
export function reasonOf({ enabled, why = 'Not possible at present.' }: Action): string | false {
  return !enabled && why;
}

/** The button of an action, named by its title. */
export function ActionButton({ id, icon, look, pressed, word, children }: ActionButtonProps) {
  const action = useAction(id);
  const { title, note, shortcut, once, run } = action;
  if (children === undefined) {
    return (
      <IconButton
        label={title}
        note={note}
        icon={icon}
        shortcut={shortcut}
        why={reasonOf(action)}
        word={word}
        once={once}
        onClick={run}
        {...(look && { look })}
        {...(pressed !== undefined && { pressed })}
      />
    );
  }
  return (
    <Button
      icon={icon}
      tip={note === undefined ? title : `${title}: ${note}`}
      shortcut={shortcut}
      why={reasonOf(action)}
      once={once}
      onClick={run}
      {...(look && { look })}
    >
      {children}
    </Button>
  );
}
