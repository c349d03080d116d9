import type { LucideIcon } from 'lucide-react';
import { createContext, useContext } from 'react';
import { Button, type ButtonLook, IconButton } from './button.tsx';
import { Tooltip } from './tooltip.tsx';

/** One thing that a person can do: buttons, the command palette and the keyboard all take it from here. */
export interface Action {
  readonly id: string;
  readonly title: string;
  /** What it would do just now, where that changes. */
  readonly note?: string;
  /** Heading in the palette. */
  readonly group: string;
  /** `Mod+K`, `F2`, or `g f` for one key after the other; Mod is Ctrl, and Cmd on a Mac. */
  readonly shortcut?: string;
  /** A second shortcut, for those who are used to it. */
  readonly otherShortcut?: string;
  /** The shortcut counts only while the keyboard is in a table. */
  readonly where?: 'table';
  readonly enabled: boolean;
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
  /** The word on the button; without one it is the icon alone. */
  readonly children?: string;
}

/** The visible control of an action, named by its title. */
export function ActionButton({ id, icon, look, pressed, children }: ActionButtonProps) {
  const { title, note, shortcut, enabled, run } = useAction(id);
  if (children === undefined) {
    return (
      <IconButton
        label={title}
        note={note}
        icon={icon}
        shortcut={shortcut}
        disabled={!enabled}
        onClick={run}
        {...(look && { look })}
        {...(pressed !== undefined && { pressed })}
      />
    );
  }
  return (
    <Tooltip text={note === undefined ? title : `${title}: ${note}`} shortcut={shortcut}>
      <Button icon={icon} disabled={!enabled} onClick={run} {...(look && { look })}>
        {children}
      </Button>
    </Tooltip>
  );
}
