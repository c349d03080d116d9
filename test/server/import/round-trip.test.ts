import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Result } from '../../../server/domain/basics/result.ts';
import { finish } from '../../../server/domain/basics/work.ts';
import type { JsonObject } from '../../../server/domain/json/json.ts';
import { defaultSettings } from '../../../server/domain/model/settings.ts';
import { defaultScenario } from '../../../server/domain/scenario/scenario.ts';
import type { Workspace } from '../../../server/domain/workspace/workspace.ts';
import { AppliedImport, applyImport } from '../../../server/import/import-apply.ts';
import { planImport } from '../../../server/import/import-plan.ts';
import { readImport } from '../../../server/store/formats/import-text.ts';
import { recordsText } from '../../../server/store/formats/records-text.ts';
import { encodeWorkspace, toBeWritten } from '../../../server/store/formats/workspace-format.ts';
import { LiveWorkspace } from '../../../server/workspace/live-workspace.ts';
import { arbitraryRecord } from '../domain/json/arbitrary-json.ts';

function workspaceOf(records: readonly JsonObject[]): Workspace {
  return {
    name: 'Round trip',
    settings: defaultSettings,
    collections: [{ definition: { name: 'things', key: 'id', sort: null, time: null, schema: null }, records }],
    scenarios: [defaultScenario],
    requests: [],
    scenario: defaultScenario.name,
  };
}

function textOf<T>(result: Result<T>): T {
  if (!result.ok) throw new Error(result.problem.detail);
  return result.value;
}

/** The export of a collection in each format that has types. */
const exports = {
  'things.json': (records: readonly JsonObject[]) => String(textOf(finish(recordsText(records, 'json')))),
  'things.ndjson': (records: readonly JsonObject[]) => String(textOf(finish(recordsText(records, 'ndjson')))),
  'things.workspace.json': (records: readonly JsonObject[]) =>
    [...encodeWorkspace(toBeWritten(workspaceOf(records)))].join(''),
};

/** Imports a text into a workspace and returns the lines that were refused. */
function importInto(workspace: LiveWorkspace, text: string, fileName: string): readonly unknown[] {
  const progress = () => undefined;
  const known = (name: string) => workspace.collections.get(name)?.definition;
  const options = { schemas: workspace.schemas, collection: 'things', known, progress };
  const read = finish(readImport(text, fileName, options));
  if (!read.ok) throw new Error(read.problem.detail);
  const plan = finish(planImport(read.value, workspace, progress));
  if (!plan.ok) throw new Error(plan.problem.detail);
  finish(applyImport(plan.value.collections, new AppliedImport(workspace, progress), progress, workspace));
  return plan.value.collections.flatMap(({ refused }) => refused);
}

/** Records with number and text keys; the same id may be a number in one list and a text in another. */
const keys = fc.uniqueArray(fc.oneof(fc.nat(20), fc.nat(20).map(String), fc.constantFrom('a', '007')), {
  selector: String,
  maxLength: 6,
});
const records = keys.chain((ids) =>
  fc.tuple(...ids.map((id) => arbitraryRecord.map((record): JsonObject => ({ ...(record as JsonObject), id })))),
);

const watermarks = { floor: 0, collections: new Map() };

test.each(Object.entries(exports))(
  'importing the export %s restores every record with the type of its key',
  (file, write) => {
    fc.assert(
      fc.property(records, records, (exported, others) => {
        fc.pre(file !== 'things.ndjson' || exported.length > 0);
        const ids = new Set(exported.map(({ id }) => String(id)));
        const kept = others.filter(({ id }) => !ids.has(String(id)));
        const opened = finish(LiveWorkspace.open(workspaceOf(kept), watermarks, {}));
        if (!opened.ok) throw new Error(opened.problem.detail);
        const { value: workspace } = opened;
        expect(importInto(workspace, write(exported), file)).toEqual([]);
        const things = workspace.collections.get('things');
        for (const record of exported) {
          const id = String(record.id);
          expect([things?.fixture(id)?.value, things?.get(id)?.value]).toEqual([record, record]);
        }
      }),
    );
  },
);
