/**
 * A program that only saves: it opens a workspace file, saves states of about three megabytes without pause and prints
 * the number of each state once its save is confirmed.
 */

import { defaultSettings } from '../../server/domain/model/settings.ts';
import { defaultScenario } from '../../server/domain/scenario/scenario.ts';
import { openWorkspaceFile } from '../../server/store/open-workspace.ts';
import { allAbove } from '../../server/store/recovery-file.ts';
import type { SavedContent } from '../../server/store/workspace-file.ts';

const recordCount = 20_000;
const filling = 'x'.repeat(110);

const opened = await openWorkspaceFile(process.argv[2] ?? '');
if (!opened.ok) throw new Error(opened.problem.detail);
const { workspace, file } = opened.value;
if (file.readOnly !== null) throw new Error(file.readOnly);
let state = Number(workspace.name);

/** Every record carries the number of the state, so that a mixture of two states is visible. */
function snapshot(): SavedContent {
  const definition = { name: 'users', key: 'userId', sort: null, time: null, schema: null };
  const records = Array.from({ length: recordCount }, (_, id) => ({
    text: `{"userId":"${id}","state":${state},"filling":"${filling}"}`,
  }));
  return {
    workspace: {
      name: String(state),
      settings: defaultSettings,
      collections: [{ definition, records }],
      scenarios: [defaultScenario],
      requests: [],
      scenario: 'Default',
    },
    watermarks: allAbove(state),
  };
}

async function saveForEver(): Promise<void> {
  for (;;) {
    state += 1;
    const number = state;
    const saved = await file.save(snapshot);
    if (!saved.ok) throw new Error(saved.problem.detail);
    process.stdout.write(`${number}\n`);
  }
}

process.stdout.write(`${state}\n`);
// With two loops, one save always waits while the other is written.
await Promise.all([saveForEver(), saveForEver()]);
