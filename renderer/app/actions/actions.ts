import { useMemo, useSyncExternalStore } from 'react';
import { useStore } from 'zustand';
import { useShallow } from 'zustand/react/shallow';
import type { ConsoleState } from '../../../server/contract/schema/state.ts';
import { offerUndo, takeStep } from '../../console/undo.ts';
import { useHost, useLink } from '../../console/use-console.ts';
import { revealLater } from '../../features/fixtures/model/reveal-record.ts';
import { shownScenario } from '../../features/scenarios/model/scenarios-state.ts';
import { showsPresent } from '../../features/time-machine/time-machine.ts';
import type { Action } from '../../ui/base/action.tsx';
import { copyText } from '../../ui/base/copy.tsx';
import { plural } from '../../ui/base/format.ts';
import { firstShown } from '../../ui/base/shown.ts';
import { go, useView, type ViewId, views } from '../base/views.ts';
import { shownAddress } from '../workbench/links.ts';
import type { Workbench } from '../workbench/workbench.ts';
import { type ActionInputs, actionsOf } from './action-inputs.ts';
import { auditActions } from './audit-actions.ts';
import { collectionActions } from './collection-actions.ts';
import { driftActions } from './drift-actions.ts';
import { expectationActions } from './expectation-actions.ts';
import { labActions } from './lab-actions.ts';
import { liveStateActions } from './live-state-actions.ts';
import { recordActions } from './record-actions.ts';
import { requestActions } from './request-actions.ts';
import { scenarioActions } from './scenario-actions.ts';
import { serverActions } from './server-actions.ts';
import { timeMachineActions } from './time-machine-actions.ts';
import { tryItActions } from './try-it-actions.ts';
import { upstreamActions } from './upstream-actions.ts';
import { workspaceActions } from './workspace-actions.ts';

type Choices = Pick<ActionInputs, 'theme' | 'setTheme' | 'show'>;

/** The actions in the present state of the host and the views. */
export function useActions(bench: Workbench, { theme, setTheme, show }: Choices): readonly Action[] {
  const view = useView();
  const link = useLink();
  const host = useHost(useShallow(hostInputs));
  const choice = useStore(bench.scenarios.store);
  const editedScenario = useHost((state) => shownScenario(state, choice));
  const hasRow = useStore(bench.fixtures.store, ({ selection }) => selection !== null);
  const collection = useStore(bench.fixtures.store, (state) => state.collection);
  const isFiltered = useStore(bench.fixtures.store, ({ query }) => query !== '');
  const showsLog = useStore(bench.expectations.store, ({ shown }) => !shown);
  const chosen = useStore(bench.requests.store, (state) => state.chosen);
  const chosenLine = showsLog ? chosen : null;
  const labShown = useStore(bench.labs.store, ({ shown }) => shown);
  const hasLabRequests = useStore(bench.labs.lostUpdate.store, ({ requests }) => requests.length > 0);
  // Most edits have others before them, and need no look ahead.
  const isUndoAhead = useStore(bench.stepsAhead.store, ({ undo }) => undo > 0 && host.history.undo === null);
  const isRedoAhead = useStore(bench.stepsAhead.store, ({ redo }) => redo > 0 && host.history.redo === null);
  const offeredUndo = useSyncExternalStore(bench.toaster.subscribe, bench.toaster.offeredUndo);
  const isPresent = useStore(bench.timeMachine.store, showsPresent);
  const comparedSession = useStore(bench.comparison.store, ({ session }) => session);
  const place = useMemo(
    () => ({ collection, hasRow, isFiltered, chosenLine, comparedSession }),
    [collection, hasRow, isFiltered, chosenLine, comparedSession],
  );
  const shown = useMemo(
    () => ({ editedScenario, labShown, hasLabRequests, isPresent, offeredUndo, isUndoAhead, isRedoAhead, ...place }),
    [editedScenario, labShown, hasLabRequests, isPresent, offeredUndo, isUndoAhead, isRedoAhead, place],
  );
  return useMemo(
    () => consoleActions({ ...bench, ...host, ...shown, view, link, theme, setTheme, show }),
    [bench, host, shown, view, link, theme, setTheme, show],
  );
}

/** The part of the host's state that the actions depend on. */
function hostInputs(state: ConsoleState) {
  const {
    server,
    upstream,
    save,
    snapshots,
    history,
    scenarios,
    workspace,
    expectations,
    audit,
    sharing,
    saved: savedRequests,
  } = state;
  const { settings, recent, saveAs } = workspace;
  const isPlaying = audit?.isPlaying ?? false;
  const isShared = sharing !== null;
  const [allScenarios, changed, expected] = [scenarios, changedRecords(state), expectations.total];
  const workspaceTitle = workspace.file?.split(/[\\/]/).at(-1) ?? workspace.name;
  // A text, because the collections change with each record.
  const order = state.collections.map(({ name }) => name).join(' ');
  const lists = { recent, saveAs, snapshots, savedRequests, allScenarios, isPlaying, isShared };
  return { server, upstream, save, history, settings, workspaceTitle, changed, expected, order, ...lists };
}

export function changedRecords({ collections }: ConsoleState): number {
  return collections.reduce((sum, { changed }) => sum + changed, 0);
}

/**
 * Every action of the console; buttons, the palette and the keyboard take theirs from here. While the host is away, only
 * those work that do not need it.
 */
export function consoleActions(inputs: ActionInputs): readonly Action[] {
  const actions = [
    ...appActions(inputs),
    ...workspaceActions(inputs),
    ...serverActions(inputs),
    ...upstreamActions(inputs),
    ...dataActions(inputs),
    ...liveStateActions(inputs),
    ...timeMachineActions(inputs),
    ...scenarioActions(inputs),
    ...collectionActions(inputs),
    ...recordActions(inputs),
    ...requestActions(inputs),
    ...expectationActions(inputs),
    ...auditActions(inputs),
    ...driftActions(inputs),
    ...tryItActions(inputs),
    ...labActions(inputs),
  ];
  if (inputs.link === 'live') return actions;
  return actions.map((action) =>
    action.isLocal ? action : { ...action, enabled: false, why: 'The host cannot be reached.' },
  );
}

function hasAddress(): boolean {
  return typeof window !== 'undefined' && window.location.protocol.startsWith('http');
}

/** A window of the desktop program shows files of the program; nobody else could open their address. */
const noAddress =
  'This window has no address to copy. Serve the workspace with mock-api-console to share links to its browser console.';

function linkTo(view: ViewId, inputs: ActionInputs): string {
  const { origin, pathname } = window.location;
  return `${origin}${pathname}${shownAddress(view, inputs)}`;
}

function appActions(inputs: ActionInputs): readonly Action[] {
  const { show, tour, theme, setTheme, toaster, view } = inputs;
  const themes = { system: 'Use the system theme', light: 'Use the light theme', dark: 'Use the dark theme' } as const;
  return actionsOf({ group: 'Go to', isLocal: true }, [
    { id: 'palette', title: 'All actions', shortcut: 'Mod+K', run: () => show('palette') },
    { id: 'help.shortcuts', title: 'Help and keyboard shortcuts', shortcut: '?', run: () => show('cheat-sheet') },
    { id: 'help.tour', title: 'Take the tour', isLocal: false, run: () => void tour.begin() },
    ...views.map(({ id, title, shortcut }) => ({ id: `go.${id}`, title, shortcut, run: () => go(id) })),
    {
      id: 'search',
      title: 'Search the list',
      shortcut: '/',
      run: () => {
        const field = firstShown('input[type=search]');
        field?.focus();
        // What is typed replaces the search before.
        if (field instanceof HTMLInputElement) field.select();
      },
    },
    {
      id: 'link.copy',
      title: 'Copy a link to what is shown',
      shortcut: 'y',
      run: () => {
        if (hasAddress()) void copyText(linkTo(view, inputs)).then(() => toaster.say('Copied the link.'));
        else toaster.say(noAddress);
      },
    },
    ...(['system', 'light', 'dark'] as const).map((one) => ({
      id: `theme.${one}`,
      title: themes[one],
      group: 'Console',
      enabled: one !== theme,
      why: 'It is in use.',
      run: () => setTheme(one),
    })),
  ]);
}

const noChange = 'No client has changed a record.';

function dataActions({
  view,
  client,
  toaster,
  fixtures,
  edits,
  scenarios,
  stepsAhead,
  history,
  isUndoAhead,
  isRedoAhead,
  offeredUndo,
  changed,
  show,
}: ActionInputs): readonly Action[] {
  const settled = async () => {
    // Edits that wait for their turn are not in flight yet.
    await Promise.all([edits.settled(), scenarios.settled]);
    await client.settled();
  };
  /** Undoes or redoes; false if there was nothing to. `reveal` shows what it has changed. */
  const step = async (name: 'undo' | 'redo', reveal: () => Promise<void>): Promise<boolean> => {
    await settled();
    const label = await takeStep(client, toaster, `history.${name}`);
    if (label === null) return false;
    if (view === 'fixtures') void reveal();
    toaster.say(`${name === 'undo' ? 'Undone' : 'Redone'}: ${label}.`);
    return true;
  };
  /** Takes back the latest change. An edit under way is later than what a message offers, and withdraws it when it is saved. */
  const undo = async (reveal: () => Promise<void>): Promise<boolean> => {
    await settled();
    const offered = toaster.offeredUndo();
    toaster.withdraw();
    if (!offered) return step('undo', reveal);
    offered.run();
    return false;
  };
  const take = (name: 'undo' | 'redo', work: (reveal: () => Promise<void>) => Promise<boolean>) => {
    const reveal = revealLater(fixtures, client, name);
    stepsAhead.take(name, () => work(reveal));
  };
  const settle = async (name: 'state.reset' | 'state.keep') => {
    const reply = await client.call(name, {});
    if (!reply.ok) return toaster.fail(reply.problem.detail);
    const records = plural(reply.value.records, 'record');
    const text = name === 'state.reset' ? `Reverted ${records} to the fixtures.` : `Kept ${records} in the fixtures.`;
    offerUndo(client, toaster, text, () => revealLater(fixtures, client, 'undo'));
  };
  const undone = offeredUndo?.undoes ?? history.undo;
  return actionsOf({ group: 'Data' }, [
    {
      id: 'history.undo',
      title: 'Undo',
      shortcut: 'Mod+Z',
      enabled: undone !== null || isUndoAhead,
      why: 'Nothing to undo.',
      ...(undone !== null && { note: undone }),
      run: () => take('undo', undo),
    },
    {
      id: 'history.redo',
      title: 'Redo',
      shortcut: 'Mod+Shift+Z',
      otherShortcut: 'Mod+Y',
      enabled: history.redo !== null || isRedoAhead,
      why: 'Nothing to redo.',
      ...(history.redo !== null && { note: history.redo }),
      run: () => take('redo', (reveal) => step('redo', reveal)),
    },
    { id: 'history.show', title: 'History', shortcut: 'h', run: () => show('history') },
    {
      id: 'state.reset',
      title: 'Revert the live state to the fixtures',
      enabled: changed > 0,
      why: noChange,
      run: () => void settle('state.reset'),
    },
    {
      id: 'state.keep',
      title: 'Keep the live state in the fixtures',
      enabled: changed > 0,
      why: noChange,
      run: () => void settle('state.keep'),
    },
  ]);
}
