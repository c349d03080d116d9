import { expect, test } from 'vitest';
import type { ObservedChange } from '../../../../server/domain/records/record-source.ts';
import { DirtyMembers } from '../../../../server/domain/views/dirty-members.ts';

function change(id: string, changed: readonly string[] | null): ObservedChange {
  return { id, before: undefined, after: undefined, changed };
}

test('covers repeated changes of the same members', () => {
  const dirty = new DirtyMembers();
  expect(dirty.covers(change('1', ['name']))).toBe(false);
  expect(dirty.covers(change('1', ['name']))).toBe(true);
  expect(dirty.covers(change('1', ['age', 'name']))).toBe(false);
  expect(dirty.covers(change('1', ['age']))).toBe(true);
  expect(dirty.covers(change('2', ['name']))).toBe(false);
});

test('covers nothing after it was cleared', () => {
  const dirty = new DirtyMembers();
  dirty.covers(change('1', ['name']));
  dirty.clear();
  expect(dirty.covers(change('1', ['name']))).toBe(false);
});

test('covers no created or deleted record and no change without members', () => {
  const dirty = new DirtyMembers();
  for (const changed of [null, []]) {
    expect(dirty.covers(change('1', changed))).toBe(false);
    expect(dirty.covers(change('1', changed))).toBe(false);
  }
});

test('never covers member names beyond the limit', () => {
  const dirty = new DirtyMembers();
  for (let member = 0; member < 40; member++) dirty.covers(change('1', [`f${member}`]));
  expect(dirty.covers(change('1', ['f0']))).toBe(true);
  expect(dirty.covers(change('1', ['f30']))).toBe(true);
  expect(dirty.covers(change('1', ['f31']))).toBe(false);
  expect(dirty.covers(change('1', ['f0', 'f39']))).toBe(false);
});

test('remembers thousands of records, up to a limit', () => {
  const dirty = new DirtyMembers();
  dirty.covers(change('first', ['name']));
  for (let id = 0; id < 8_000; id++) dirty.covers(change(String(id), ['name']));
  expect(dirty.covers(change('first', ['name']))).toBe(true);
  for (let id = 8_000; id < 9_000; id++) dirty.covers(change(String(id), ['name']));
  expect(dirty.covers(change('first', ['name']))).toBe(false);
});

test('a record beyond the limit makes it forget all others, and another member of a known one does not', () => {
  const dirty = new DirtyMembers();
  const covers = (id: number, name: string) => dirty.covers(change(String(id), [name]));
  for (let id = 0; id < 8_192; id++) covers(id, 'name');
  expect([covers(0, 'age'), covers(1, 'name'), covers(8_191, 'name')]).toEqual([false, true, true]);
  expect([covers(8_192, 'name'), covers(8_192, 'name'), covers(1, 'name')]).toEqual([false, true, false]);
});
