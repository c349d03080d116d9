import fc from 'fast-check';
import { requestStep, userStep } from './client-steps.ts';
import { Ledger } from './ledger.ts';
import { listStep } from './list-steps.ts';
import { logSteps } from './log-steps.ts';
import type { Model } from './model.ts';
import { recordSteps } from './record-steps.ts';
import { ReferenceState } from './reference-state.ts';
import { Rig } from './rig.ts';
import { type Step, tally } from './step.ts';
import { initial, workspaceFile } from './values.ts';
import { historySteps, restartSteps, workspaceSteps } from './workspace-steps.ts';

/** How often each kind of step comes: requests and edits of records most, restarts rarely. */
const steps: readonly fc.Arbitrary<Step>[] = [
  ...Array.from({ length: 6 }, () => requestStep),
  userStep,
  listStep,
  listStep,
  ...recordSteps,
  ...workspaceSteps,
  ...logSteps,
  ...Array.from({ length: 4 }, () => historySteps).flat(),
];

export interface ModelRun {
  readonly seed: number;
  /** Number of workspaces, each with its own steps. */
  readonly runs: number;
  /** Most steps in one workspace. */
  readonly length: number;
  /** Milliseconds that a failure may be shrunk. */
  readonly shrinking: number;
  /** Repeat one failed run, as its message names them. */
  readonly path?: string | undefined;
  readonly replayPath?: string | undefined;
}

/** Drives the program with random steps beside the model. Resolves with the number of steps. */
export async function runModel({ seed, runs, length, shrinking, path, replayPath }: ModelRun): Promise<number> {
  const before = tally.steps;
  const replay = replayPath === undefined ? {} : { replayPath };
  const commands = fc.commands([...steps, ...steps, ...restartSteps], { maxCommands: length, size: 'max', ...replay });
  // Sockets take time, so only some consoles use them.
  const property = fc.asyncProperty(commands, fc.nat(9), async (all, transport) => {
    const state = new ReferenceState(initial);
    const saved = state.save();
    const model: Model = {
      state,
      ledger: new Ledger(),
      files: [saved],
      lists: new Map(),
      reads: [],
      expectations: new Map(),
    };
    const rig = await Rig.open(workspaceFile, transport === 9);
    try {
      await fc.asyncModelRun(() => ({ model, real: rig }), all);
    } finally {
      await rig.close();
    }
  });
  const first = await fc.check(property, {
    seed,
    numRuns: runs,
    endOnFailure: true,
    ...(path === undefined ? {} : { path }),
  });
  if (first.failed) {
    const from = { seed, path: first.counterexamplePath ?? '', interruptAfterTimeLimit: shrinking };
    await fc.assert(property, from);
    throw new Error(`It failed once and then passed. ${fc.defaultReportMessage(first)}`);
  }
  return tally.steps - before;
}
