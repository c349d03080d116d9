import { useMemo } from 'react';
import { useStore } from 'zustand';
import type { ConsoleState } from '../../../server/contract/schema/state.ts';
import { useHost } from '../../console/use-console.ts';
import { shownScenario } from '../../features/scenarios/model/scenarios.ts';
import type { Action } from '../../ui/base/action.tsx';
import { plural } from '../../ui/base/format.ts';
import { go, useView, views } from '../base/views.ts';
import type { Workbench } from '../workbench/workbench.ts';
import type { ActionInputs } from './action-inputs.ts';
import { expectationActions } from './expectation-actions.ts';
import { liveStateActions } from './live-state-actions.ts';
import { recordActions } from './record-actions.ts';
import { requestActions } from './request-actions.ts';
import { scenarioActions } from './scenario-actions.ts';
import { serverActions } from './server-actions.ts';
import { tryItActions } from './try-it-actions.ts';
import { workspaceActions } from './workspace-actions.ts';

type Choices = Pick<ActionInputs, 'theme' | 'setTheme' | 'show'>;

/** The actions in the present state of the host and the views. */
export function useActions(bench: Workbench, { theme, setTheme, show }: Choices): readonly Action[] {
  const view = useView();
  const server = useHost((state) => state.server);
  const { settings, recent } = useHost(({ workspace }) => workspace);
  const save = useHost((state) => state.save);
  const allScenarios = useHost((state) => state.scenarios);
  const scenario = useHost((state) => state.scenario);
  const choice = useStore(bench.scenarios.store);
  const editedScenario = shownScenario({ scenarios: allScenarios, scenario }, choice);
  const snapshots = useHost((state) => state.snapshots);
  const history = useHost((state) => state.history);
  const changed = useHost(changedRecords);
  const hasRow = useStore(bench.fixtures.store, ({ selection }) => selection !== null);
  const isFiltered = useStore(bench.fixtures.store, ({ query }) => query !== '');
  const chosenLine = useStore(bench.requests.store, ({ chosen }) => chosen);
  const expected = useHost(({ expectations }) => expectations.total);
  return useMemo(
    () =>
      consoleActions({
        ...bench,
        view,
        server,
        settings,
        recent,
        save,
        allScenarios,
        editedScenario,
        snapshots,
        history,
        changed,
        hasRow,
        isFiltered,
        chosenLine,
        expected,
        theme,
        setTheme,
        show,
      }),
    [
      bench,
      view,
      server,
      settings,
      recent,
      save,
      allScenarios,
      editedScenario,
      snapshots,
      history,
      changed,
      hasRow,
      isFiltered,
      chosenLine,
      expected,
      theme,
      setTheme,
      show,
    ],
  );
}

export function changedRecords({ collections }: ConsoleState): number {
  return collections.reduce((sum, { changed }) => sum + changed, 0);
}

/** Every action of the console; buttons, the palette and the keyboard take theirs from here. */
export function consoleActions(inputs: ActionInputs): readonly Action[] {
  return [
    ...appActions(inputs),
    ...workspaceActions(inputs),
    ...serverActions(inputs),
    ...dataActions(inputs),
    ...liveStateActions(inputs),
    ...scenarioActions(inputs),
    ...recordActions(inputs),
    ...requestActions(inputs),
    ...expectationActions(inputs),
    ...tryItActions(inputs),
  ];
}

function appActions({ show, tour, theme, setTheme }: ActionInputs): readonly Action[] {
  const themes = {
    system: 'Use the system theme',
    light: 'Use the light theme',
    dark: 'Use the dark theme',
  } as const;
  return [
    {
      id: 'palette',
      title: 'All actions',
      group: 'Go to',
      shortcut: 'Mod+K',
      enabled: true,
      run: () => show('palette'),
    },
    {
      id: 'help.shortcuts',
      title: 'Keyboard shortcuts',
      group: 'Go to',
      shortcut: '?',
      enabled: true,
      run: () => show('cheat-sheet'),
    },
    { id: 'help.tour', title: 'Take the tour', group: 'Go to', enabled: true, run: () => void tour.begin() },
    ...views.map(({ id, title, shortcut }) => ({
      id: `go.${id}`,
      title,
      group: 'Go to',
      shortcut,
      enabled: true,
      run: () => go(id),
    })),
    {
      id: 'search',
      title: 'Search the list',
      group: 'Go to',
      shortcut: '/',
      enabled: true,
      run: () => document.querySelector<HTMLInputElement>('input[type=search]')?.focus(),
    },
    ...(['system', 'light', 'dark'] as const).map((one) => ({
      id: `theme.${one}`,
      title: themes[one],
      group: 'Console',
      enabled: one !== theme,
      run: () => setTheme(one),
    })),
  ];
}

function dataActions({ client, toaster, edits, history, changed, show }: ActionInputs): readonly Action[] {
  const step = async (name: 'history.undo' | 'history.redo') => {
    toaster.withdraw();
    await edits.settled();
    const reply = await client.call(name, {});
    if (!reply.ok) return toaster.fail(reply.problem.detail);
    const { label } = reply.value;
    if (label !== null) toaster.say(`${name === 'history.undo' ? 'Undone' : 'Redone'}: ${label}.`);
  };
  const settle = async (name: 'state.reset' | 'state.keep') => {
    const reply = await client.call(name, {});
    if (!reply.ok) return toaster.fail(reply.problem.detail);
    const records = plural(reply.value.records, 'record');
    toaster.offer(name === 'state.reset' ? `Reset ${records} to the fixtures.` : `Kept ${records} in the fixtures.`, {
      title: 'Undo',
      run: () => void step('history.undo'),
    });
  };
  return [
    {
      id: 'history.undo',
      title: 'Undo',
      group: 'Data',
      shortcut: 'Mod+Z',
      enabled: history.undo !== null,
      ...(history.undo !== null && { note: history.undo }),
      run: () => void step('history.undo'),
    },
    {
      id: 'history.redo',
      title: 'Redo',
      group: 'Data',
      shortcut: 'Mod+Shift+Z',
      otherShortcut: 'Mod+Y',
      enabled: history.redo !== null,
      ...(history.redo !== null && { note: history.redo }),
      run: () => void step('history.redo'),
    },
    {
      id: 'history.show',
      title: 'History',
      group: 'Data',
      shortcut: 'h',
      enabled: true,
      run: () => show('history'),
    },
    {
      id: 'state.reset',
      title: 'Reset the live state to the fixtures',
      group: 'Data',
      enabled: changed > 0,
      run: () => void settle('state.reset'),
    },
    {
      id: 'state.keep',
      title: 'Keep the live state in the fixtures',
      group: 'Data',
      enabled: changed > 0,
      run: () => void settle('state.keep'),
    },
  ];
}
