import { expect, test } from 'vitest';
import { type Asked, faultyRecords, type Observed, type Operation } from './check-history.ts';

const start = { value: 'start', version: 1 };

/** An operation from its call to its end. */
function during(called: number, ended: number, asked: Asked, observed: Observed): Operation {
  return { record: 'one', called, ended, asked, observed };
}

const read: Asked = { kind: 'read' };
const write = (value: string | null, onlyIf?: number | 'absent'): Asked => ({
  kind: 'write',
  value,
  ...(onlyIf === undefined ? {} : { onlyIf }),
});
const record = (value: string, version: number): Observed => ({ kind: 'record', value, version });
const absent: Observed = { kind: 'absent' };
const refused: Observed = { kind: 'refused' };
const deleted: Observed = { kind: 'deleted' };
const unknown: Observed = { kind: 'unknown' };
const none: Observed = { kind: 'none' };
const restart: Asked = { kind: 'restart', value: 'start' };

test.each<[string, readonly Operation[]]>([
  [
    'a read and a write, one after the other',
    [during(1, 2, write('a'), record('a', 2)), during(3, 4, read, record('a', 2))],
  ],
  [
    'a read beside a write sees the value before it',
    [during(1, 9, write('a'), record('a', 2)), during(2, 3, read, record('start', 1))],
  ],
  [
    'a read beside a write sees the value after it',
    [during(1, 9, write('a'), record('a', 2)), during(2, 3, read, record('a', 2))],
  ],
  [
    'one of two writers with the same version wins',
    [during(1, 9, write('a', 1), refused), during(2, 8, write('b', 1), record('b', 2))],
  ],
  [
    'a record is deleted and created',
    [
      during(1, 2, write(null, 1), deleted),
      during(3, 4, read, absent),
      during(5, 6, write('b', 'absent'), record('b', 7)),
    ],
  ],
  [
    'a write without a response has happened',
    [during(1, Infinity, write('a'), unknown), during(5, 6, read, record('a', 2))],
  ],
  [
    'a write without a response has not happened',
    [during(1, Infinity, write('a'), unknown), during(5, 6, read, record('start', 1))],
  ],
  [
    'a write without a response happens late',
    [
      during(1, Infinity, write('a'), unknown),
      during(5, 6, read, record('start', 1)),
      during(7, 8, read, record('a', 4)),
    ],
  ],
  [
    'a kill loses the live state and gives a new version',
    [
      during(1, 2, write('a'), record('a', 2)),
      during(3, 4, restart, none),
      during(5, 6, read, record('start', 9)),
      during(7, 8, write('b', 9), record('b', 10)),
    ],
  ],
  [
    'a kill without a write before it gives the same version',
    [during(1, 2, read, record('start', 1)), during(3, 4, restart, none), during(5, 6, write('a', 1), record('a', 2))],
  ],
])('accepts: %s', (_, history) => {
  expect(faultyRecords(history, start)).toEqual([]);
});

test.each<[string, readonly Operation[]]>([
  [
    'a lost update: two writers with the same version win',
    [during(1, 9, write('a', 1), record('a', 2)), during(2, 8, write('b', 1), record('b', 3))],
  ],
  [
    'an unconditional write that is gone',
    [
      during(1, 2, write('a'), record('a', 2)),
      during(3, 4, write('b', 2), record('b', 3)),
      during(5, 6, read, record('a', 2)),
    ],
  ],
  ['a stale read', [during(1, 2, write('a'), record('a', 2)), during(3, 4, read, record('start', 1))]],
  [
    'an old version that is accepted',
    [during(1, 2, write('a', 1), record('a', 2)), during(3, 4, write('b', 1), record('b', 3))],
  ],
  ['a version twice', [during(1, 2, write('a'), record('a', 2)), during(3, 4, write('b'), record('b', 2))]],
  [
    'a version that comes back after a deletion',
    [during(1, 2, write(null), deleted), during(3, 4, write('b', 'absent'), record('b', 1))],
  ],
  ['a phantom: a value that nobody wrote', [during(1, 2, read, record('ghost', 2))]],
  ['a phantom: a write that was refused', [during(1, 2, write('a', 7), refused), during(3, 4, read, record('a', 2))]],
  ['a refusal although the version was right', [during(1, 2, write('a', 1), refused)]],
  [
    'a write without a response that comes and goes',
    [
      during(1, Infinity, write('a'), unknown),
      during(3, 4, read, record('a', 2)),
      during(5, 6, read, record('start', 1)),
    ],
  ],
  [
    'a write from before a kill that happens after it',
    [
      during(1, 3, write('a'), unknown),
      during(4, 5, restart, none),
      during(6, 7, read, record('start', 9)),
      during(8, 9, read, record('a', 10)),
    ],
  ],
  [
    'a version from before a kill that is accepted after it',
    [
      during(1, 2, write('a'), record('a', 2)),
      during(3, 4, restart, none),
      during(5, 6, write('b', 2), record('b', 3)),
    ],
  ],
  [
    'a version from before a kill that is given again',
    [during(1, 2, write('a'), record('a', 2)), during(3, 4, restart, none), during(5, 6, write('b'), record('b', 2))],
  ],
])('refuses: %s', (_, history) => {
  expect(faultyRecords(history, start)).toEqual(['one']);
});

test('judges each record alone', () => {
  const good = during(1, 2, write('a'), record('a', 2));
  const bad = { ...during(3, 4, read, record('ghost', 5)), record: 'two' };
  expect(faultyRecords([good, bad], start)).toEqual(['two']);
});

test('judges a record with many operations', () => {
  const history = Array.from({ length: 20_000 }, (_, index) =>
    during(2 * index, 2 * index + 3, write(`${index}`), record(`${index}`, index + 2)),
  );
  expect(faultyRecords(history, start)).toEqual([]);
});
