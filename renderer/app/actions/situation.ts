import type { ConsoleState } from '../../../server/contract/schema/state.ts';
import type { Scenario } from '../../../server/domain/scenario/scenario.ts';
import type { Client } from '../../console/client.ts';
import type { BulkEdits } from '../../features/fixtures/editing/bulk-edits.ts';
import type { Edits } from '../../features/fixtures/editing/edits.ts';
import type { Fixtures } from '../../features/fixtures/model/fixtures.ts';
import type { Imports } from '../../features/imports/imports.ts';
import type { LiveStates } from '../../features/live-state/live-states.ts';
import type { Expectations } from '../../features/requests/expectations/expectations.ts';
import type { Requests } from '../../features/requests/log/requests.ts';
import type { ScenarioImports } from '../../features/scenarios/model/scenario-imports.ts';
import type { Scenarios } from '../../features/scenarios/model/scenarios.ts';
import type { Theme } from '../../features/settings/settings-view.tsx';
import type { TryIt } from '../../features/try-it/model/try-it.ts';
import type { Toaster } from '../../ui/overlay/toaster.ts';
import type { ViewId } from '../views.ts';
import type { Tour } from './tour.ts';

/** What can lie over every view. */
export type Overlay = 'palette' | 'cheat-sheet' | 'history';

/** Everything that actions act on. */
export interface Workbench {
  /** Which of the page's workbenches this is: each workspace has another. */
  readonly nth: number;
  readonly client: Client;
  readonly toaster: Toaster;
  readonly fixtures: Fixtures;
  readonly edits: Edits;
  readonly bulk: BulkEdits;
  readonly imports: Imports;
  readonly requests: Requests;
  readonly expectations: Expectations;
  readonly scenarios: Scenarios;
  readonly scenarioImports: ScenarioImports;
  readonly liveStates: LiveStates;
  readonly tryIt: TryIt;
  readonly tour: Tour;
}

/** What actions depend on, as it is now. */
export interface Situation extends Workbench {
  readonly view: ViewId;
  readonly server: ConsoleState['server'];
  readonly settings: ConsoleState['workspace']['settings'];
  readonly recent: ConsoleState['workspace']['recent'];
  readonly save: ConsoleState['save'];
  readonly all: ConsoleState['scenarios'];
  /** The scenario that the editor shows. */
  readonly shown: Scenario | undefined;
  readonly snapshots: ConsoleState['snapshots'];
  readonly history: ConsoleState['history'];
  readonly changed: number;
  readonly hasRow: boolean;
  /** Whether a query filters or orders the table. */
  readonly isFiltered: boolean;
  readonly line: string | null;
  /** How many requests are expected. */
  readonly expected: number;
  readonly theme: Theme;
  readonly setTheme: (theme: Theme) => void;
  readonly show: (overlay: Overlay) => void;
}
