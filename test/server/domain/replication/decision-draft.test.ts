import { expect, test } from 'vitest';
import { finish } from '../../../../server/domain/basics/work.ts';
import { decide, LongDecision } from '../../../../server/domain/replication/replicated.ts';
import { decideAndApply, newThings, recordsOf, thing } from './decided.ts';

const message = 'A change of things that the other instances would not see';

test('a write before a decision or after one throws', () => {
  const things = newThings();
  expect(() => things.write('1', thing('1', 'x'))).toThrow(message);
  decide([things], () => things.get('1'));
  expect(() => things.remove('1')).toThrow(message);
  expect(recordsOf(things)).toEqual(['a 101', 'b 101', undefined, undefined]);
});

test('a decision knows what it saw of each record before its first write', () => {
  const things = newThings();
  decideAndApply(things, () => {
    things.write('1', thing('1', 'x'));
    things.edit('2', thing('2', 'y'), thing('2', 'y'));
  });
  const fixtures = ['1', '2'].map((id) => things.fixture(id));
  const { changes } = decide([things], () => {
    things.write('1', thing('1', 'z'));
    things.edit('1', thing('1', 'w'), thing('1', 'w'));
    things.remove('2');
    things.write('3', thing('3', 'c'));
  });
  expect(changes.map(({ id, seen, fixture }) => [id, seen, fixture?.after?.value.value])).toEqual([
    ['1', { isLayered: true, isEdited: false, fixture: fixtures[0] }, 'w'],
    ['2', { isLayered: false, isEdited: true, fixture: fixtures[1] }, undefined],
    ['3', { isLayered: false, isEdited: false, fixture: undefined }, undefined],
  ]);
});

test('what comes to nothing is no change', () => {
  const things = newThings();
  const { changes } = decide([things], () => {
    things.write('3', thing('3', 'c'));
    things.remove('3');
  });
  expect(changes).toEqual([]);
  expect(decide([things], () => things.get('1')).changes).toEqual([]);
});

test('a removed record raises the floor within the decision only', () => {
  const things = newThings();
  decideAndApply(things, () => things.write('1', thing('1', 'x')));
  const { result } = decide([things], () => {
    things.remove('1');
    things.remove('2');
    return [things.floor, things.write('3', thing('3', 'c')).version];
  });
  expect([result, things.floor]).toEqual([[102, 103], 100]);
  expect(decide([things], () => [things.floor, things.write('3', thing('3', 'c')).version]).result).toEqual([100, 101]);
});

test('a decision begins without what one before it has left', () => {
  const things = newThings();
  things.draft.begin(things);
  things.edit('1', thing('1', 'x'), thing('1', 'x'));
  things.remove('2');
  things.draft.suspend(things);
  expect(recordsOf(things)).toEqual(['x 102', undefined, undefined, undefined]);
  const { result, changes } = decide([things], () => [
    ...recordsOf(things),
    things.fixture('1')?.version,
    things.floor,
  ]);
  expect([result, changes]).toEqual([['a 101', 'b 101', undefined, undefined, 101, 100], []]);
});

test('several collections are decided together, and each change names its own', () => {
  const [one, other] = [newThings('one'), newThings('other')];
  const { result, changes } = decide([one, other], () => {
    other.remove('1');
    one.write('1', thing('1', 'x'));
    return 'done';
  });
  expect(result).toBe('done');
  expect(changes.map(({ collection, id, after }) => [collection, id, after?.value.value])).toEqual([
    [one, '1', 'x'],
    [other, '1', undefined],
  ]);
});

test('the parts of a long decision see its writes, and nobody else does', () => {
  const things = newThings();
  const long = new LongDecision([things]);
  long.run(() => {
    things.write('1', thing('1', 'x'));
    things.edit('2', thing('2', 'y'), undefined);
  });
  expect([recordsOf(things), things.fixture('2')?.version, things.floor]).toEqual([
    ['a 101', 'b 101', undefined, undefined],
    101,
    100,
  ]);
  expect(() => things.remove('1')).toThrow(message);
  const between = decideAndApply(things, () => things.write('4', thing('4', 'd')));
  expect(between.map(({ id }) => id)).toEqual(['4']);
  const seen = long.run(() => {
    things.remove('1');
    things.write('3', thing('3', 'c'));
    return [...recordsOf(things), things.fixture('2')?.value.value];
  });
  expect(seen).toEqual([undefined, undefined, 'c 103', 'd 101', 'y']);
  const changes = finish(long.changes());
  expect(
    changes.map(({ collection, id, after, fixture }) => [collection, id, after?.version, fixture?.after?.version]),
  ).toEqual([
    [things, '1', undefined, undefined],
    [things, '2', undefined, 102],
    [things, '3', 103, undefined],
  ]);
});

test('a part of a long decision starts above the records that earlier parts removed, and others do not', () => {
  const things = newThings();
  decideAndApply(things, () => things.write('1', thing('1', 'x')));
  const long = new LongDecision([things]);
  long.run(() => things.remove('1'));
  expect(things.floor).toBe(100);
  expect(long.run(() => [things.floor, things.write('3', thing('3', 'c')).version])).toEqual([102, 103]);
  decideAndApply(things, () => {
    things.write('4', thing('4', 'd'));
    for (let count = 0; count < 9; count += 1) things.write('4', thing('4', `${count}`));
    things.remove('2');
  });
  decideAndApply(things, () => things.remove('4'));
  const { floor } = things;
  expect(floor).toBeGreaterThan(102);
  expect(long.run(() => things.floor)).toBe(floor);
  expect(things.floor).toBe(floor);
});

test('a part that throws leaves its draft closed', () => {
  const things = newThings();
  const long = new LongDecision([things]);
  const { draft } = things;
  const failing = () => {
    things.write('1', thing('1', 'x'));
    throw new Error('fault');
  };
  expect(() => long.run(failing)).toThrow('fault');
  expect(things.draft).toBe(draft);
  expect(() => things.remove('1')).toThrow(message);
  expect(finish(long.changes()).map(({ id }) => id)).toEqual(['1']);
});
