import { expect, test } from 'vitest';
import type { ObservedChange } from '../../../../server/domain/records/record-source.ts';
import { DirtyMembers } from '../../../../server/domain/views/dirty-members.ts';

function change(id: string, changed: readonly string[] | null): ObservedChange {
  return { id, before: undefined, after: undefined, changed };
}

test('what was noted of a record is no news, in whatever combination', () => {
  const noted = new DirtyMembers();
  expect(noted.has(change('1', ['name']))).toBe(false);
  expect(noted.has(change('1', ['name']))).toBe(true);
  expect(noted.has(change('1', ['age', 'name']))).toBe(false);
  expect(noted.has(change('1', ['age']))).toBe(true);
  expect(noted.has(change('2', ['name']))).toBe(false);
});

test('all is news again once it was taken over', () => {
  const noted = new DirtyMembers();
  noted.has(change('1', ['name']));
  noted.forget();
  expect(noted.has(change('1', ['name']))).toBe(false);
});

test('a record that comes or goes, and a change of nothing, are always for everybody to look at', () => {
  const noted = new DirtyMembers();
  for (const changed of [null, []]) {
    expect(noted.has(change('1', changed))).toBe(false);
    expect(noted.has(change('1', changed))).toBe(false);
  }
});

test('members beyond those that can be told apart are never taken for noted', () => {
  const noted = new DirtyMembers();
  for (let member = 0; member < 40; member++) noted.has(change('1', [`f${member}`]));
  expect(noted.has(change('1', ['f0']))).toBe(true);
  expect(noted.has(change('1', ['f30']))).toBe(true);
  expect(noted.has(change('1', ['f31']))).toBe(false);
  expect(noted.has(change('1', ['f0', 'f39']))).toBe(false);
});

test('it remembers thousands of records, not all that there are', () => {
  const noted = new DirtyMembers();
  noted.has(change('first', ['name']));
  for (let id = 0; id < 8_000; id++) noted.has(change(String(id), ['name']));
  expect(noted.has(change('first', ['name']))).toBe(true);
  for (let id = 8_000; id < 9_000; id++) noted.has(change(String(id), ['name']));
  expect(noted.has(change('first', ['name']))).toBe(false);
});
