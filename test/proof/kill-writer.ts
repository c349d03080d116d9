/**
 * A program that does nothing but save: it opens the workspace file that it is given, saves one state of about three
 * megabytes after the other, never pausing, and prints the number of each state that it was told is saved.
 */

import { defaultSettings } from '../../server/domain/model/settings.ts';
import { defaultScenario } from '../../server/domain/scenario/scenario.ts';
import { openWorkspaceFile } from '../../server/store/open-workspace.ts';
import type { Snapshot } from '../../server/store/workspace-file.ts';

const recordCount = 20_000;
const filling = 'x'.repeat(110);

const opened = await openWorkspaceFile(process.argv[2] ?? '');
if (!opened.ok) throw new Error(opened.problem.detail);
const { workspace, file } = opened.value;
if (file.readOnly !== null) throw new Error(file.readOnly);
let state = Number(workspace.name);

/** Every record carries the number of the state, so that a mixture of two would show. */
function snapshot(): Snapshot {
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
    marks: new Map([['users', { floor: state, versions: new Map<string, number>() }]]),
  };
}

async function saveForEver(): Promise<void> {
  for (;;) {
    state += 1;
    const asked = state;
    const saved = await file.save(snapshot);
    if (!saved.ok) throw new Error(saved.problem.detail);
    process.stdout.write(`${asked}\n`);
  }
}

process.stdout.write(`${state}\n`);
// Of two that ask in turn, one always waits while the other is written.
await Promise.all([saveForEver(), saveForEver()]);
