import type { ConsoleState } from '../../../server/contract/schema/state.ts';
import type { Scenario } from '../../../server/domain/scenario/scenario.ts';
import type { Link } from '../../console/transport.ts';
import type { LabName } from '../../features/labs/labs.ts';
import type { Theme } from '../../features/settings/settings-view.tsx';
import type { Action } from '../../ui/base/action.tsx';
import { holdKeys } from '../../ui/base/held-keys.ts';
import type { ToastAction } from '../../ui/overlay/toaster.ts';
import type { ViewId } from '../base/views.ts';
import type { Workbench } from '../workbench/workbench.ts';

/** A panel over the view. */
export type Overlay = 'palette' | 'cheat-sheet' | 'history';

/** The models and the present state that the actions are made from. */
export interface ActionInputs extends Workbench {
  readonly view: ViewId;
  readonly link: Link;
  readonly server: ConsoleState['server'];
  readonly upstream: ConsoleState['upstream'];
  readonly settings: ConsoleState['workspace']['settings'];
  /** The file of the workspace, or its name. */
  readonly workspaceTitle: string;
  readonly recent: ConsoleState['workspace']['recent'];
  readonly saveAs: ConsoleState['workspace']['saveAs'];
  readonly save: ConsoleState['save'];
  readonly allScenarios: ConsoleState['scenarios'];
  /** The scenario that the editor shows. */
  readonly editedScenario: Scenario | undefined;
  readonly snapshots: ConsoleState['snapshots'];
  /** The requests saved in the workspace. */
  readonly savedRequests: ConsoleState['saved'];
  readonly history: ConsoleState['history'];
  /** Whether the history, which is empty on that side, is about to have a step to undo, or one to redo. */
  readonly isUndoAhead: boolean;
  readonly isRedoAhead: boolean;
  /** What Undo takes before the latest edit, or null. */
  readonly offeredUndo: ToastAction | null;
  /** Records whose live state differs from their fixture. */
  readonly changed: number;
  /** The collection in view, and all of them in their order, with spaces between. */
  readonly collection: string;
  readonly order: string;
  readonly hasRow: boolean;
  /** Whether a query filters or orders the table. */
  readonly isFiltered: boolean;
  /** Key of the chosen line of the log; null while the expectations are shown in its place. */
  readonly chosenLine: string | null;
  /** Whether the time machine shows the present. */
  readonly isPresent: boolean;
  /** The session whose live state is compared; null for the shared one. */
  readonly comparedSession: string | null;
  /** Whether several instances share the live state. */
  readonly isShared: boolean;
  /** Whether scenes play against a client. */
  readonly isPlaying: boolean;
  /** The lab that is shown, and whether the lost-update lab has sent requests. */
  readonly labShown: LabName;
  readonly hasLabRequests: boolean;
  /** Number of expectations. */
  readonly expected: number;
  readonly theme: Theme;
  readonly setTheme: (theme: Theme) => void;
  readonly show: (overlay: Overlay) => void;
}

/** The members that all actions of a table share. */
type Common = Pick<Action, 'group'> & Partial<Pick<Action, 'enabled' | 'why' | 'isLocal'>>;

/** An action that moves the focus when its work is done returns the work, so that what is typed meanwhile waits for it. */
type Row = Omit<Action, keyof Common | 'run'> & Partial<Omit<Action, 'run'>> & { readonly run: () => unknown };

/** The actions of a table. A row may differ from what is common; it is enabled if neither says otherwise. */
export function actionsOf(common: Common, rows: readonly Row[]): readonly Action[] {
  return rows.map((row) => ({
    enabled: true,
    ...common,
    ...row,
    run: () => {
      const work = row.run();
      if (work instanceof Promise) holdKeys(work);
    },
  }));
}
