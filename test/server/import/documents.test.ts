import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { exerciseDocument } from '../../support/exercise-document.ts';

test.each([
  ['pet-store', ['pet', 'order', 'user']],
  ['museum', ['special-events', 'tickets']],
  ['train-travel', ['bookings', 'stations', 'trips']],
  ['tracker', ['tasks', 'coupons', 'colours']],
])('the document %s becomes collections that can be listed, written and generated', async (name, collections) => {
  const text = await readFile(new URL(`documents/${name}.yaml`, import.meta.url), 'utf8');
  const report = await exerciseDocument(text, `${name}.yaml`, parse(text).paths);
  expect(report.failures).toEqual([]);
  expect(report.collections).toEqual(collections);
  expect(report.creatable).toEqual(collections);
  expect(report.generated).toEqual(collections);
  expect(report.answered.length / report.operations.length).toBeGreaterThanOrEqual(0.6);
});
