import { Command } from 'cmdk';
import { useState } from 'react';
import { useShallow } from 'zustand/react/shallow';
import { useHost, useLink } from '../../console/use-console.ts';
import type { Action } from '../../ui/base/action.tsx';
import { Shortcut } from '../../ui/base/kbd.tsx';
import { Dialog } from '../../ui/overlay/dialog.tsx';
import { searchActions } from '../actions/search-actions.ts';
import { useView, type ViewId } from '../base/views.ts';
import type { Workbench } from '../workbench/workbench.ts';
import styles from './palette.module.css';
import { rankedActions } from './ranked-actions.ts';

interface PaletteProps {
  readonly actions: readonly Action[];
  readonly bench: Workbench;
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

/** Stands for a highlighted action that is no longer offered. */
const gone = 'gone';

/** The command palette: every enabled action by name, those of the open view first, then searches for the text. */
export function Palette({ actions, bench, onClose }: PaletteProps) {
  const [search, setSearch] = useState('');
  /** Id of the highlighted action; '' for the first one. */
  const [chosen, setChosen] = useState('');
  const collections = useHost(useShallow((state) => state.collections.map(({ name }) => name)));
  // The host searches the records.
  const searchable = useLink() === 'live' ? collections : [];
  const offered = actions.filter(({ id, enabled }) => enabled && id !== 'palette');
  const found = rankedActions(offered, search, firstGroups[useView()]);
  const groups = [...found, { name: 'Search', actions: searchActions(bench, searchable, search) }].filter(
    (group) => group.actions.length > 0,
  );
  // The list trims what it highlights.
  const isOffered = groups.some((group) => group.actions.some(({ id }) => id.trim() === chosen));
  const isChosenGone = chosen !== '' && chosen !== gone && !isOffered;
  return (
    <Dialog title="All actions" plain onClose={onClose}>
      <Command
        label="All actions"
        loop
        shouldFilter={false}
        className={styles.command}
        value={chosen}
        // The highlight would go to the first action, and Enter, meant for the one that has gone, would run it.
        onValueChange={(next) => setChosen(isChosenGone ? gone : next)}
      >
        <Command.Input
          data-autofocus
          placeholder="What do you want to do?"
          className={styles.input}
          value={search}
          onValueChange={(text) => {
            setSearch(text);
            setChosen('');
          }}
        />
        <Command.List className={styles.list}>
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
