import type { CommandInput } from '../contract/command.ts';
import { type LongText, LongTextWriter } from '../domain/basics/long-text.ts';
import type { Problem } from '../domain/basics/problem.ts';
import { accept, type Result } from '../domain/basics/result.ts';
import { mapInPieces, type Work } from '../domain/basics/work.ts';
import type { JsonObject } from '../domain/json/json.ts';
import type { CollectionDefinition } from '../domain/model/collection-definition.ts';
import type { RecordSnapshot } from '../domain/records/record-snapshot.ts';
import type { SharedCollection } from '../domain/records/shared-collection.ts';
import type { Jobs, Report } from '../runtime/jobs.ts';
import { emptyWorkspace } from '../store/empty-workspace.ts';
import { recordsText } from '../store/formats/records-text.ts';
import { encodeWorkspace } from '../store/formats/workspace-format.ts';
import { fileName } from './file-name.ts';

type Input = CommandInput<'records.export'>;

interface ExportedFile {
  readonly file: string;
  readonly text: LongText;
  /** The number of records in it. */
  readonly records: number;
}

/**
 * Writes records as the text of a file: those of `ids`, else those whose ids `find` gives, else all. `by` is the id of
 * the console that wants them. Refused with `job-cancelled`, with `body-too-large` as {@link recordsText} says, and as `find` refuses.
 */
export async function exportRecords(
  collection: SharedCollection,
  { of, ids, format }: Input,
  jobs: Jobs,
  by: string | undefined,
  find?: Work<Result<readonly string[], Problem>>,
): Promise<Result<ExportedFile, Problem>> {
  const { definition } = collection;
  const recordOf = (id: string) => (of === 'live' ? collection.get(id) : collection.fixture(id));
  // The records as they are now; writes during the export do not get into it.
  const valuesOf = (some: readonly string[]) =>
    some.map((id) => recordOf(id)?.value).filter((value) => value !== undefined);
  const some = ids && valuesOf(ids);
  const all = of === 'live' ? collection.snapshot() : collection.fixtures();
  const file = fileName(definition.name, format === 'workspace' ? 'workspace.json' : format);
  const job = await jobs.run({ kind: 'export', label: file, by }, function* (report): Work<
    Result<ExportedFile, Problem>
  > {
    const found = find && (yield* find);
    if (found?.ok === false) return found;
    const records = some ?? (found ? valuesOf(found.value) : yield* valuesIn(all));
    const text =
      format === 'workspace'
        ? accept(yield* workspaceText(definition, records, report))
        : yield* recordsText(records, format, report);
    return text.ok ? accept({ file, text: text.value, records: records.length }) : text;
  });
  return job.ok ? job.value : job;
}

/** A workspace with one collection of these records. */
function* workspaceText(
  definition: CollectionDefinition,
  records: readonly JsonObject[],
  report: Report,
): Work<LongText> {
  const { collections, ...empty } = emptyWorkspace(definition.name);
  let written = 0;
  function* texts() {
    for (const record of records) {
      written += 1;
      yield { text: JSON.stringify(record) };
    }
  }
  const text = new LongTextWriter();
  for (const slice of encodeWorkspace({ ...empty, collections: [{ definition, records: texts() }] })) {
    text.write(slice);
    report(written / Math.max(1, records.length));
    yield;
  }
  return text.end();
}

function valuesIn(all: RecordSnapshot): Work<readonly JsonObject[]> {
  return mapInPieces(all.values(), (value) => value);
}
