import { z } from 'zod';
import type { Scenario } from '../../domain/scenario/scenario.ts';
import { mockRequest, name, scenario, session } from '../schema/input.ts';
import { type DryRun, type ImportedScenarios, output } from '../schema/output.ts';

/** The scenarios and which is active. */
export const scenarioCommands = {
  /**
   * Puts a scenario in place of the one that `replaces` names, or else of the one of its own name, or adds it. `at` is its
   * place among all, from 0; without it, the one that it replaces has its place, and a new one is the last. Gives
   * back the scenario as it is read; one that is there just so stays untouched. Refused with `invalid-scenario` when a
   * member does not fit; `errors` then has the JSON pointer and the reason of each fault.
   */
  'scenarios.put': {
    input: z.strictObject({ scenario, replaces: name.optional(), at: z.number().int().min(0).optional() }),
    output: output<Scenario>(),
  },
  /** When it was the active one, the scenario `Default` is from now on; that one itself stays. */
  'scenarios.remove': { input: z.strictObject({ name }), output: output<null>() },
  /** Moves a scenario to a place among all, from 0. */
  'scenarios.move': { input: z.strictObject({ name, to: z.number().int().min(0) }), output: output<null>() },
  /** Scenarios as the text of a file: those that are named, else all. */
  'scenarios.export': {
    input: z.strictObject({ names: z.array(name).min(1).optional() }),
    output: output<{ readonly file: string; readonly text: string }>(),
  },
  /**
   * Reads scenarios from the text of a file: an export, a workspace, a list, or one alone. `preview` says what it would
   * do, `add` adds those that can be read and puts them in place of those of the same name, to be undone as one.
   */
  'scenarios.import': {
    input: z.strictObject({ text: z.string(), fileName: z.string().min(1), as: z.enum(['preview', 'add']) }),
    output: output<ImportedScenarios>(),
  },
  /**
   * What the scenario would make of that request, sent `times` in a row, without sending or counting it: from where the
   * scenario has come by now, or for one that is given in full, from its beginning.
   */
  'scenarios.dryRun': {
    input: z.strictObject({
      scenario: z.union([name, scenario]),
      request: mockRequest.pick({ method: true, target: true, headers: true }),
      times: z.number().int().min(1).max(100).optional(),
    }),
    output: output<DryRun>(),
  },

  /** Switches the scenario for everybody, or in a session, which begins where there is none. */
  'scenario.activate': {
    input: z.strictObject({ name: z.string(), session: session.optional() }),
    output: output<null>(),
  },
} as const;
