import { expect, test } from 'vitest';
import { collectionNameFor, isCollectionName } from '../../../../server/domain/model/collection-definition.ts';

test.each(['a', 'Z9', 'orders', 'my-team', 'v1.2_a~b-'])('%s is the name of a collection', (name) => {
  expect(isCollectionName(name)).toBe(true);
  expect(collectionNameFor(name)).toBe(name);
});

test.each([
  ['', 'collection-'],
  ['7', 'collection-7'],
  ['2024 orders', 'collection-2024-orders'],
  ['-a', 'collection--a'],
  ['my team', 'my-team'],
  ['a/b?', 'a-b-'],
  ['Müller', 'M-ller'],
  ['a\n', 'a-'],
])('%j is no name, the nearest one is %s', (text, name) => {
  expect(isCollectionName(text)).toBe(false);
  expect(collectionNameFor(text)).toBe(name);
  expect(isCollectionName(name)).toBe(true);
});
