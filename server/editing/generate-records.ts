import type { CommandInput } from '../contract/command.ts';
import { type Problem, problem } from '../domain/basics/problem.ts';
import { accept, type Result, refuse } from '../domain/basics/result.ts';
import { finish, type Work } from '../domain/basics/work.ts';
import { Dice } from '../domain/generate/dice.ts';
import { RecordMaker } from '../domain/generate/record-maker.ts';
import type { JsonObject } from '../domain/json/json.ts';
import type { SharedCollection } from '../domain/records/shared-collection.ts';
import { describeFault } from '../domain/records/validate-record.ts';
import type { Report } from '../runtime/jobs.ts';
import type { LiveWorkspace } from '../workspace/live-workspace.ts';

/** Records read as examples of values. */
const mostExamples = 500;
/** Records that a preview shows. */
export const shownRecords = 20;
/** Attempts at a record before generation is refused. */
const attempts = 20;
/** Records between two pauses. */
const pieceLength = 32;

type Wish = Pick<CommandInput<'records.generate'>, 'count' | 'seed'>;

/** The first records that would be generated. */
export function previewRecords(
  workspace: LiveWorkspace,
  collection: SharedCollection,
  { count, seed }: Wish,
): Result<readonly JsonObject[], Problem> {
  return finish(generatedRecords(workspace, collection, { count: Math.min(count, shownRecords), seed }, () => {}));
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
  const maker = new RecordMaker(definition, examplesOf(collection));
  const keyDice = new Dice(seed, -1);
  const newKey = collection.newKeys(() => maker.key(keyDice));
  const taken = new Set<string>();
  const records: JsonObject[] = [];
  for (let place = 0; place < count; place++) {
    if (place % pieceLength === pieceLength - 1) {
      report(place / count);
      yield;
    }
    const made = makeOne(place);
    if (!made.ok) return made;
    records.push(made.value);
  }
  return accept(records);

  /** A record that fits the schema, under a free key. */
  function makeOne(place: number): Result<JsonObject, Problem> {
    let reason = '';
    for (let attempt = 0; attempt < attempts; attempt++) {
      const key = newKey();
      const record = { [definition.key]: key, ...maker.members(new Dice(seed, place * attempts + attempt)) };
      const id = String(key);
      const [fault] = workspace.checkSchema(definition, record);
      if (fault) reason = describeFault(fault);
      else if (taken.has(id) || collection.get(id) || collection.fixture(id)) reason = `the key ${id} is taken already`;
      else {
        taken.add(id);
        return accept(record);
      }
    }
    const which = `Record ${place + 1} of ${count} does not fit the schema of ${definition.name}`;
    return refuse(problem('invalid-record', `${which}: ${reason}. Add a few records of your own as examples.`));
  }
}

function examplesOf(collection: SharedCollection): readonly JsonObject[] {
  const examples: JsonObject[] = [];
  for (const value of collection.fixtures().values()) {
    examples.push(value);
    if (examples.length === mostExamples) break;
  }
  return examples;
}
