import type { ConsoleState } from '../../server/contract/state.ts';
import type { Client } from '../console/client.ts';
import type { Edits } from '../features/fixtures/edits.ts';
import type { Fixtures } from '../features/fixtures/fixtures.ts';
import type { Imports } from '../features/imports/imports.ts';
import type { Expectations } from '../features/requests/expectations.ts';
import type { Requests } from '../features/requests/requests.ts';
import type { Theme } from '../features/settings/settings-view.tsx';
import type { TryIt } from '../features/try-it/try-it.ts';
import type { Toaster } from '../ui/toaster.ts';
import type { ViewId } from './views.ts';

/** Everything that actions act on. */
export interface Workbench {
  readonly client: Client;
  readonly toaster: Toaster;
  readonly fixtures: Fixtures;
  readonly edits: Edits;
  readonly imports: Imports;
  readonly requests: Requests;
  readonly expectations: Expectations;
  readonly tryIt: TryIt;
}

/** What actions depend on, as it is now. */
export interface Situation extends Workbench {
  readonly view: ViewId;
  readonly server: ConsoleState['server'];
  readonly scenarios: ConsoleState['scenarios'];
  readonly history: ConsoleState['history'];
  readonly changed: number;
  readonly hasRow: boolean;
  readonly line: string | null;
  /** How many requests are expected. */
  readonly expected: number;
  readonly theme: Theme;
  readonly setTheme: (theme: Theme) => void;
  readonly openPalette: () => void;
}
