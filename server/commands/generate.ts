import type { CommandInput } from '../contract/command.ts';
import { type Problem, problem } from '../domain/basics/problem.ts';
import { accept, type Result, refuse } from '../domain/basics/result.ts';
import { finish, type Work } from '../domain/basics/work.ts';
import { Dice } from '../domain/generate/dice.ts';
import { RecordMaker } from '../domain/generate/record-maker.ts';
import type { JsonObject } from '../domain/json/json.ts';
import type { SharedCollection } from '../domain/records/shared-collection.ts';
import { describeFault } from '../domain/records/validate-record.ts';
import type { LiveWorkspace } from '../workspace/live-workspace.ts';
import type { Handlers, HostParts } from './context.ts';
import { changeMany } from './record-changes.ts';

/** Records that are looked at for what values are like. */
const mostExamples = 500;
/** Records that a preview shows. */
const shownRecords = 20;
/** Times that a record is made anew before it is said that none fits. */
const tries = 20;
/** Records between two pauses. */
const piece = 32;

/** Records that are made up: like the others, and the same ones for the same seed over the same records. */
export function generateHandlers(parts: HostParts): Pick<Handlers, 'records.generate'> {
  const { workspace } = parts;
  return {
    'records.generate': async (input) => {
      const found = workspace.collection(input.collection);
      if (!found.ok) return found;
      const collection = found.value;
      if (input.as === 'preview') {
        const few = finish(generated(workspace, collection, { ...input, count: Math.min(input.count, shownRecords) }));
        return few.ok ? accept({ records: input.count, first: few.value }) : few;
      }
      let first: readonly JsonObject[] = [];
      const manner = { as: 'all', label: 'generation of', wanting: 0.6 } as const;
      const added = await changeMany(parts, collection, manner, function* (report) {
        const records = yield* generated(workspace, collection, input, report);
        if (!records.ok) return records;
        first = records.value.slice(0, shownRecords);
        return accept(records.value.map((value) => ({ kind: 'create', value })));
      });
      return added.ok ? accept({ records: added.value.records, first }) : added;
    },
  };
}

type Wish = Pick<CommandInput<'records.generate'>, 'count' | 'seed'>;

function* generated(
  workspace: LiveWorkspace,
  collection: SharedCollection,
  { count, seed }: Wish,
  report: (share: number) => void = () => {},
): Work<Result<readonly JsonObject[], Problem>> {
  const { definition } = collection;
  const maker = new RecordMaker(definition, examplesOf(collection));
  const keyDice = new Dice(seed, -1);
  const newKey = collection.newKeys(() => maker.key(keyDice));
  const taken = new Set<string>();
  const records: JsonObject[] = [];
  for (let place = 0; place < count; place++) {
    if (place % piece === piece - 1) {
      report(place / count);
      yield;
    }
    const made = makeOne(place);
    if (!made.ok) return made;
    records.push(made.value);
  }
  return accept(records);

  /** A record that fits the schema, under a key that no other has. */
  function makeOne(place: number): Result<JsonObject, Problem> {
    let reason = '';
    for (let attempt = 0; attempt < tries; attempt++) {
      const key = newKey();
      const record = { [definition.key]: key, ...maker.members(new Dice(seed, place * tries + attempt)) };
      const id = String(key);
      const [fault] = workspace.checkSchema(definition, record);
      if (fault) reason = describeFault(fault);
      else if (taken.has(id) || collection.get(id) || collection.fixture(id)) reason = `the key ${id} is taken already`;
      else {
        taken.add(id);
        return accept(record);
      }
    }
    const which = `Record ${place + 1} of ${count} could not be made to fit the schema of ${definition.name}`;
    return refuse(problem('invalid-record', `${which}: ${reason}. A few records of your own say what is meant.`));
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
