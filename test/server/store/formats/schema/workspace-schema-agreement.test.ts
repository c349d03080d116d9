/** Decoders and schema of the workspace file must refuse the same mistakes at the same place, so that neither moves alone. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isJsonObject, type Json } from '../../../../../server/domain/json/json.ts';
import { formatPointer, valueAt } from '../../../../../server/domain/json/pointer.ts';
import { workspaceSchema } from '../../../../../server/store/formats/schema/workspace-schema.ts';
import { encodeWorkspace, toBeWritten } from '../../../../../server/store/formats/workspace-format.ts';
import { rounds, takesAllRounds } from '../../../../support/rounds.ts';
import { workspaces } from '../arbitrary-workspace.ts';
import { completeWorkspace, places, replaceAt } from '../complete-workspace.ts';
import { disagreement, distinct, programFaults } from './schema-faults.ts';

const values: readonly Json[] = [
  ...[5, -1, 0, 1.5, 101, 1e10, 2 ** 60],
  ...['text', '', ' ', '/x', 'a b', '~', '€', 'GET', 'object', 'off', 'page-size-capped', 'percent', 'log-normal'],
  ...[true, null, [], [1], [null], ['a', 'b'], ['a', 'b', 'c'], {}, { extra: 1 }, { kind: 'delay' }],
];

/** An eighth of the values, another one at each place; all of them in `npm run proofs`. */
function everyEighth<T>(all: readonly T[], place: number): readonly T[] {
  return takesAllRounds ? all : all.filter((_, index) => index % 8 === place % 8);
}

test('agrees with the program on every value replaced by a wrong one', () => {
  const faults = places(completeWorkspace).flatMap((place, index) =>
    everyEighth(values, index).flatMap((value) =>
      disagreement(replaceAt(completeWorkspace, place, value)).map(
        (line) => `${formatPointer(place)} = ${JSON.stringify(value)}: ${line}`,
      ),
    ),
  );
  expect(faults).toEqual([]);
});

test('agrees with the program on every member that is missing', () => {
  const faults = places(completeWorkspace).flatMap((place) =>
    disagreement(replaceAt(completeWorkspace, place, undefined)).map((line) => `${formatPointer(place)}: ${line}`),
  );
  expect(faults).toEqual([]);
});

const objects = places(completeWorkspace).filter((place) => isJsonObject(valueAt(completeWorkspace, place)));

/** The names of members anywhere in a JSON Schema. */
function schemaNames(schema: Json): readonly string[] {
  if (typeof schema !== 'object' || schema === null) return [];
  return Object.entries(schema).flatMap(([keyword, inner]) => [
    ...(keyword === 'properties' && isJsonObject(inner) ? Object.keys(inner) : []),
    ...schemaNames(inner),
  ]);
}

/** The names that the program lists when it meets a member that it does not know. */
function programNames(): readonly string[] {
  return objects.flatMap((place) =>
    programFaults(replaceAt(completeWorkspace, [...place, 'zzzzzzzz'], 1)).flatMap(
      ({ reason }) => /; known are (.*)$/.exec(reason)?.[1]?.split(', ') ?? [],
    ),
  );
}

test('agrees with the program on every member at every place', () => {
  const names = distinct([...schemaNames(workspaceSchema), ...programNames(), 'zzzzzzzz', 'a b']);
  expect(distinct(schemaNames(workspaceSchema))).toEqual(distinct(programNames()));
  const additions = names.flatMap((name) => ['text', 7].map((value) => ({ name, value })));
  const faults = objects.flatMap((place, index) =>
    everyEighth(additions, index).flatMap(({ name, value }) =>
      disagreement(replaceAt(completeWorkspace, [...place, name], value)).map(
        (line) => `${formatPointer([...place, name])} = ${JSON.stringify(value)}: ${line}`,
      ),
    ),
  );
  expect(faults).toEqual([]);
});

test('agrees with the program on generated workspaces with a wrong value anywhere', () => {
  fc.assert(
    fc.property(workspaces, fc.nat(), fc.constantFrom(...values, undefined), (workspace, choice, value) => {
      const document: Json = JSON.parse([...encodeWorkspace(toBeWritten(workspace))].join(''));
      const all = places(document);
      const place = all[choice % all.length] ?? [];
      expect(disagreement(replaceAt(document, place, value))).toEqual([]);
    }),
    { numRuns: rounds(300, 8) },
  );
});
