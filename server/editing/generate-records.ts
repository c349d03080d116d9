import type { CommandInput } from '../contract/command.ts';
import { type Problem, problem } from '../domain/basics/problem.ts';
import { type Result, refuse } from '../domain/basics/result.ts';
import type { Work } from '../domain/basics/work.ts';
import { Dice } from '../domain/generate/dice.ts';
import { uuidText } from '../domain/generate/format-text.ts';
import { makeRecords } from '../domain/generate/make-records.ts';
import type { JsonObject } from '../domain/json/json.ts';
import { countValues } from '../domain/json/limits.ts';
import type { SharedCollection } from '../domain/records/shared-collection.ts';
import { describeFault } from '../domain/records/validate-record.ts';
import type { Report } from '../runtime/jobs.ts';
import type { LiveWorkspace } from '../workspace/live-workspace.ts';

/** Records read as examples of values, and the values that they may have together. */
const mostExamples = 500;
const mostExampleValues = 20_000;
/** Records that a preview shows. */
export const shownRecords = 20;

type Wish = Pick<CommandInput<'records.generate'>, 'count' | 'seed'>;

/** The first records that would be generated. */
export function previewRecords(
  workspace: LiveWorkspace,
  collection: SharedCollection,
  { count, seed }: Wish,
): Work<Result<readonly JsonObject[], Problem>> {
  return generatedRecords(workspace, collection, { count: Math.min(count, shownRecords), seed }, () => {});
}

/**
 * Generates records that fit the schema and are like those of the collection: the same ones for the same seed over the
 * same records. Refused with `invalid-record` when no attempt at a record fits.
 */
export function* generatedRecords(
  workspace: LiveWorkspace,
  collection: SharedCollection,
  { count, seed }: Wish,
  report: Report,
): Work<Result<readonly JsonObject[], Problem>> {
  const { definition } = collection;
  const keyDice = new Dice(seed, -1);
  const made = yield* makeRecords(
    {
      definition,
      examples: examplesOf(collection),
      existing: () => existingRecords(collection),
      count,
      seed,
      newKey: collection.newKeys(() => uuidText(keyDice)),
      reasonAgainst: (id, record) => {
        const [fault] = workspace.checkSchema(definition, record);
        if (fault) return describeFault(fault);
        return collection.get(id) || collection.fixture(id) ? `the key ${id} is taken already` : undefined;
      },
    },
    report,
  );
  if (made.ok) return made;
  const sentence = `${made.problem[0]?.toUpperCase()}${made.problem.slice(1)}`;
  return refuse(problem('invalid-record', `${sentence}. Add a few records of your own as examples.`));
}

function examplesOf(collection: SharedCollection): readonly JsonObject[] {
  const examples: JsonObject[] = [];
  let values = 0;
  for (const value of collection.fixtures().values()) {
    examples.push(value);
    values += countValues(value);
    if (examples.length === mostExamples || values >= mostExampleValues) break;
  }
  return examples;
}

function* existingRecords(collection: SharedCollection): Iterable<JsonObject> {
  yield* collection.fixtures().values();
  // What clients created or changed is in no fixture.
  for (const id of collection.changedIds()) {
    const live = collection.get(id);
    if (live) yield live.value;
  }
}
