import { expect, test } from 'vitest';
import { LayerSource } from '../../../../server/domain/records/layer-source.ts';
import type { RecordMaker } from '../../../../server/domain/records/record-snapshot.ts';
import { StoredRecord } from '../../../../server/domain/records/stored-record.ts';

const maker: RecordMaker = {
  definition: { key: 'id' },
  firstVersion: 1,
  recordOf: (value) => new StoredRecord('a', value, 1),
};
const record = (version: number) => new StoredRecord('a', { id: 'a', x: version }, version);

test('every change is one step of the revision, and is told to those who observe', () => {
  const source = new LayerSource(maker);
  const seen: unknown[] = [];
  const stop = source.observe(({ id, before, after }) => seen.push([id, before?.version, after?.version]));
  const [first, second] = [record(1), record(2)];
  source.set('a', first);
  source.set('a', first);
  source.set('a', second);
  source.set('a', undefined);
  source.set('a', undefined);
  expect(seen).toEqual([
    ['a', undefined, 1],
    ['a', 1, 2],
    ['a', 2, undefined],
  ]);
  expect([source.revision, source.size, source.get('a')]).toEqual([3, 0, undefined]);
  stop();
  source.set('a', first);
  expect([seen.length, source.revision, source.size]).toEqual([3, 4, 1]);
});

test('a snapshot stays as the source was', () => {
  const source = new LayerSource(maker);
  source.set('a', record(1));
  const then = source.snapshot();
  source.set('a', undefined);
  expect([then.size, then.revision, source.size]).toEqual([1, 1, 0]);
  expect(source.recordsOf(['a'])).toEqual([undefined]);
  expect(then.recordOf({ id: 'a', x: 7 })).toMatchObject({ id: 'a', value: { x: 7 } });
});
