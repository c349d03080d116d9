import { Command } from 'cmdk';
import { useState } from 'react';
import type { Action } from '../../ui/base/action.tsx';
import { Shortcut } from '../../ui/base/kbd.tsx';
import { Dialog } from '../../ui/overlay/dialog.tsx';
import { useView, type ViewId } from '../base/views.ts';
import styles from './palette.module.css';
import { rankedActions } from './ranked-actions.ts';

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
  const [search, setSearch] = useState('');
  const offered = actions.filter(({ id, enabled }) => enabled && id !== 'palette');
  const groups = rankedActions(offered, search, firstGroups[useView()]);
  return (
    <Dialog title="All actions" plain onClose={onClose}>
      <Command label="All actions" loop shouldFilter={false} className={styles.command}>
        <Command.Input
          data-autofocus
          placeholder="What do you want to do?"
          className={styles.input}
          value={search}
          onValueChange={setSearch}
        />
        <Command.List className={styles.list}>
          <Command.Empty className={styles.empty}>No matching action.</Command.Empty>
          {groups.map((group) => (
            <Command.Group key={group.name} heading={group.name} className={styles.group}>
              {group.actions.map((action) => (
                <Command.Item
                  key={action.id}
                  value={action.id}
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
