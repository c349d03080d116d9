import type { Scenario } from '../../domain/scenario/scenario.ts';

/** A ready-made scenario, adapted to the workspace. */
export interface OfferedScenario {
  readonly name: string;
  readonly description: string;
  /** The number of rules. */
  readonly rules: number;
  /** The workspace has no scenario of that name, a different one, or an equal one. */
  readonly state: 'new' | 'replaces' | 'same';
  /** The present scenario of that name, null for none. */
  readonly base: Scenario | null;
  /** How it was adapted, as a sentence; null if it was not. */
  readonly note: string | null;
  /** Why it would do nothing in the workspace and cannot be added, as a sentence; null if it can. */
  readonly unfit: string | null;
}
