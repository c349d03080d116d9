import { z } from 'zod';
import type { Scenario } from '../../domain/scenario/scenario.ts';
import type { ImportedScenarios } from '../schema/import.ts';
import { mockRequest, name, scenario, session } from '../schema/input.ts';
import type { OfferedScenario } from '../schema/offered-scenario.ts';
import { type DryRun, output } from '../schema/output.ts';

/** The scenarios that the workspace had under some names, null for none. */
const bases = z.record(name, scenario.nullable()).optional();

/** The scenarios and which is active. */
export const scenarioCommands = {
  /**
   * Adds a scenario, or replaces the one that `replaces` names, else the one of its own name. `at` is its index in the
   * list; without it, a replaced scenario keeps its place and a new one comes last. Returns the scenario as it was
   * read. Refused with `invalid-scenario`, with the JSON pointer and the reason of each fault in `errors`.
   * `base` is the scenario that the edit began from, null for none. If it has changed since, the edit is refused with
   * `edit-conflict`, and `theirs` is the present scenario.
   */
  'scenarios.put': {
    input: z.strictObject({
      scenario,
      replaces: name.optional(),
      at: z.number().int().min(0).optional(),
      base: scenario.nullable().optional(),
    }),
    output: output<Scenario>(),
  },
  /** Deletes a scenario other than `Default`, which becomes active if the deleted one was. */
  'scenarios.remove': { input: z.strictObject({ name }), output: output<null>() },
  /** Moves a scenario to an index of the list. */
  'scenarios.move': { input: z.strictObject({ name, to: z.number().int().min(0) }), output: output<null>() },
  /** The named scenarios, or all, as the text of a file. */
  'scenarios.export': {
    input: z.strictObject({ names: z.array(name).min(1).optional() }),
    output: output<{ readonly file: string; readonly text: string }>(),
  },
  /**
   * Reads scenarios from the text of a file: an export, a workspace, a list, or a single one. `preview` reports the
   * result; `add` adds the readable ones, replacing those of the same name, as one edit. `bases` has the present
   * scenarios by the preview, by their names. If one of them has changed since, nothing is added: refused with
   * `edit-conflict`, and `theirs` is the present scenario.
   */
  'scenarios.import': {
    input: z.strictObject({
      text: z.string(),
      fileName: z.string().min(1),
      as: z.enum(['preview', 'add']),
      bases,
    }),
    output: output<ImportedScenarios>(),
  },
  /** The ready-made scenarios, about the users, collections and paths of this workspace. */
  'scenarios.ready': { input: z.strictObject({}), output: output<readonly OfferedScenario[]>() },
  /**
   * Adds ready-made scenarios, each under its name in `scenarios.ready`, as one edit. A different one of that name is
   * replaced. Returns the names of the added ones. `bases` has the present scenarios by `scenarios.ready`, by their
   * names. If one that is to be replaced has changed since, nothing is added: refused with `edit-conflict`, and
   * `theirs` is the present scenario.
   */
  'scenarios.addReady': {
    input: z.strictObject({ names: z.array(name).min(1), bases }),
    output: output<{ readonly names: readonly string[] }>(),
  },
  /**
   * What a scenario would do to a request sent `times` in a row, without sending or counting it. A named scenario
   * continues from its present counters, a given one starts fresh.
   */
  'scenarios.dryRun': {
    input: z.strictObject({
      scenario: z.union([name, scenario]),
      request: mockRequest.partial({ body: true }),
      times: z.number().int().min(1).max(100).optional(),
    }),
    output: output<DryRun>(),
  },

  /** Activates a scenario for all clients, or in a session, which is created if there is none. */
  'scenario.activate': {
    input: z.strictObject({ name: z.string(), session: session.optional() }),
    output: output<null>(),
  },
} as const;
