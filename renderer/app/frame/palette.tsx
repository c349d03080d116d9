import { Command } from 'cmdk';
import type { Action } from '../../ui/base/action.tsx';
import { Shortcut } from '../../ui/base/kbd.tsx';
import { Dialog } from '../../ui/overlay/dialog.tsx';
import { useView, type ViewId } from '../base/views.ts';
import styles from './palette.module.css';

interface PaletteProps {
  readonly actions: readonly Action[];
  readonly onClose: () => void;
}

/** The group of actions that a view lists first. */
const firstGroups: Readonly<Partial<Record<ViewId, string>>> = {
  fixtures: 'Records',
  scenarios: 'Scenarios',
  'live-state': 'Data',
  requests: 'Requests',
  'try-it': 'Try it',
};

/** The command palette: every enabled action by name, those of the open view first. */
export function Palette({ actions, onClose }: PaletteProps) {
  const offered = actions.filter(({ id, enabled }) => enabled && id !== 'palette');
  const here = firstGroups[useView()];
  const groups = [...new Set(offered.map(({ group }) => group))].sort(
    (one, other) => Number(other === here) - Number(one === here),
  );
  return (
    <Dialog title="All actions" plain onClose={onClose}>
      <Command label="All actions" loop filter={rank} className={styles.command}>
        <Command.Input data-autofocus placeholder="What do you want to do?" className={styles.input} />
        <Command.List className={styles.list}>
          <Command.Empty className={styles.empty}>No matching action.</Command.Empty>
          {groups.map((group) => (
            <Command.Group key={group} heading={group} className={styles.group}>
              {offered
                .filter((action) => action.group === group)
                .map((action) => (
                  <Command.Item
                    key={action.id}
                    value={`${action.title} ${group}`}
                    {...(action.note !== undefined && { keywords: [action.note] })}
                    className={styles.item}
                    onSelect={() => {
                      onClose();
                      action.run();
                    }}
                  >
                    <span className={styles.words}>
                      {action.title}
                      {action.note !== undefined && <span className={styles.note}>{action.note}</span>}
                    </span>
                    {action.shortcut !== undefined && <Shortcut keys={action.shortcut} />}
                  </Command.Item>
                ))}
            </Command.Group>
          ))}
        </Command.List>
      </Command>
    </Dialog>
  );
}

/**
 * 0 unless the action with its note contains every typed word. 1 if each of them begins a word of the action itself, less if
 * one stands inside a word, and least if only the note has it.
 */
function rank(action: string, search: string, notes: readonly string[] = []): number {
  const own = ` ${action.toLowerCase()}`;
  const whole = ` ${[own, ...notes].join(' ').toLowerCase()}`;
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.every((word) => own.includes(` ${word}`))) return 1;
  if (words.every((word) => own.includes(word))) return 0.5;
  return words.every((word) => whole.includes(word)) ? 0.25 : 0;
}
