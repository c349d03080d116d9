import type { CollectionFixtures } from '../model/collection-definition.ts';
import type { Settings } from '../model/settings.ts';
import type { Scenario } from '../scenario/scenario.ts';

/** A request that the tester saved in order to send it by hand. */
export interface SavedRequest {
  readonly name: string;
  /** A sentence that tells the tester what to look for in the response; empty for none. */
  readonly note: string;
  readonly method: string;
  /** Path and query. */
  readonly target: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: string | null;
}

/** The content of a workspace file, with every default filled in. */
export interface Workspace {
  /** The `$schema` of the file, by which editors find its JSON Schema. */
  readonly $schema?: string | undefined;
  readonly name: string;
  readonly settings: Settings;
  readonly collections: readonly CollectionFixtures[];
  readonly scenarios: readonly Scenario[];
  readonly requests: readonly SavedRequest[];
  /** Name of the scenario that is active when the workspace is opened. */
  readonly scenario: string;
}
