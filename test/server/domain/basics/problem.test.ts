import { expect, test } from 'vitest';
import { catalogue, describeProblem, problem } from '../../../../server/domain/basics/problem.ts';

test('a problem has the title and status of its code, and further members', () => {
  expect(problem('unknown-record', 'There is no order 7.', { collection: 'orders' })).toEqual({
    type: '/problems/unknown-record',
    title: 'There is no such record',
    status: 404,
    detail: 'There is no order 7.',
    collection: 'orders',
  });
});

test('a code is described, and a word that is no code is not', () => {
  expect(describeProblem('save-failed')).toEqual({
    code: 'save-failed',
    status: 507,
    title: 'The workspace could not be saved',
  });
  expect(['', 'Internal', 'toString'].map(describeProblem)).toEqual([undefined, undefined, undefined]);
});

test('each code has an error status, and a title of its own that ends without a full stop', () => {
  const entries = Object.keys(catalogue).map((code) => describeProblem(code));
  for (const entry of entries) {
    expect(entry?.status).toBeGreaterThanOrEqual(400);
    expect(entry?.status).toBeLessThan(600);
    expect(entry?.title).toMatch(/^[A-Z].*[a-z]$/);
  }
  expect(new Set(entries.map((entry) => entry?.title)).size).toBe(entries.length);
});
