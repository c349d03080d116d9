import { expect, test } from 'vitest';
import { RuleIds } from '../../../../../renderer/features/scenarios/model/rule-ids.ts';
import type { Rule } from '../../../../../server/domain/scenario/scenario.ts';

const rule = (path: string): Rule => ({ when: { path }, then: { kind: 'delay', milliseconds: 5 } });
const scenario = (...paths: string[]) => ({ name: 'Test', description: '', rules: paths.map(rule) });

test.each<[string, readonly string[], readonly string[], readonly number[]]>([
  ['added before it', ['/a', '/b'], ['/new', '/a', '/b'], [3, 1, 2]],
  ['deleted before it', ['/a', '/b', '/c'], ['/b', '/c'], [2, 3]],
  ['moved', ['/a', '/b', '/c'], ['/c', '/a', '/b'], [3, 1, 2]],
  ['edited', ['/a', '/b', '/c'], ['/a', '/changed', '/c'], [1, 2, 3]],
  ['edited while one is added before it', ['/a', '/b'], ['/new', '/a', '/changed'], [3, 1, 2]],
  ['copied', ['/a', '/b'], ['/a', '/a', '/b'], [1, 3, 2]],
  ['edited beside an equal one', ['/a', '/a', '/b'], ['/changed', '/a', '/b'], [1, 2, 3]],
  ['edited after an equal one', ['/a', '/a', '/b'], ['/a', '/changed', '/b'], [1, 2, 3]],
  ['edited as others are', ['/a', '/b', '/a', '/c'], ['/x', '/y', '/a', '/z'], [1, 2, 3, 4]],
  ['deleted before equal ones', ['/b', '/a', '/a', '/c'], ['/a', '/a', '/c'], [2, 3, 4]],
  ['added before equal ones', ['/a', '/a', '/b'], ['/b', '/a', '/a', '/b'], [4, 1, 2, 3]],
])('a rule keeps its id when one is %s', (_, before, after, expected) => {
  const ids = new RuleIds();
  ids.of(scenario(...before));
  expect(ids.of(scenario(...after))).toEqual(expected);
});

test('the id of a deleted rule is not given to another', () => {
  const ids = new RuleIds();
  for (const paths of [['/a', '/b'], ['/a']]) ids.of(scenario(...paths));
  expect(ids.of(scenario('/a', '/new'))).toEqual([1, 3]);
});

test('among equal rules, any change leaves each id with its rule', () => {
  let paths = ['/a', '/a', '/b'];
  const ids = new RuleIds();
  let before = ids.of(scenario(...paths));
  const pathOf = new Map(before.map((id, index) => [id, paths[index]]));
  // A generator with a fixed seed: the test is the same each time.
  let seed = 7;
  const below = (limit: number) => {
    seed = (seed * 48271) % 2147483647;
    return seed % limit;
  };
  const some = () => ['/a', '/b', '/c'][below(3)] ?? '/a';
  for (let round = 0; round < 2000; round++) {
    const at = below(paths.length);
    const kind = (['edit', 'move', 'add', 'remove'] as const)[below(4)];
    const [path = ''] = paths.slice(at, at + 1);
    const changed = kind === 'edit' ? some() : path;
    if (kind === 'edit') paths = paths.with(at, changed);
    if (kind === 'move') paths = paths.toSpliced(at, 1).toSpliced(below(paths.length), 0, path);
    if (kind === 'add' && paths.length < 8) paths = paths.toSpliced(at, 0, some());
    if (kind === 'remove' && paths.length > 1) paths = paths.toSpliced(at, 1);
    const after = ids.of(scenario(...paths));
    expect(new Set(after).size).toBe(paths.length);
    if (kind === 'edit') expect(after).toEqual(before);
    if (kind === 'move') expect(after.toSorted()).toEqual(before.toSorted());
    if (kind === 'add') expect(after.filter((id) => pathOf.has(id))).toEqual(before);
    if (kind === 'remove') expect(before.filter((id) => after.includes(id))).toEqual(after);
    const edited = kind === 'edit' ? after[at] : null;
    for (const [index, id] of after.entries()) {
      if (id !== edited && pathOf.has(id)) expect(pathOf.get(id)).toBe(paths[index]);
      pathOf.set(id, paths[index]);
    }
    before = after;
  }
});

test('a renamed scenario keeps the ids', () => {
  const ids = new RuleIds();
  ids.of(scenario('/a', '/b'));
  ids.of(scenario('/b', '/a'));
  ids.rename('Test', 'Other');
  expect(ids.of({ ...scenario('/new', '/b', '/a'), name: 'Other' })).toEqual([3, 2, 1]);
});
