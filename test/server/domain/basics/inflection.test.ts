import { expect, test } from 'vitest';
import { pluralOf, singularOf } from '../../../../server/domain/basics/inflection.ts';

test.each([
  ...[
    ['post', 'posts'],
    ['category', 'categories'],
    ['day', 'days'],
    ['box', 'boxes'],
    ['address', 'addresses'],
  ],
  ...[
    ['status', 'statuses'],
    ['house', 'houses'],
    ['case', 'cases'],
    ['analysis', 'analyses'],
    ['wolf', 'wolves'],
  ],
  ...[
    ['knife', 'knives'],
    ['hero', 'heroes'],
    ['photo', 'photos'],
    ['person', 'people'],
    ['child', 'children'],
  ],
  ...[
    ['movie', 'movies'],
    ['quiz', 'quizzes'],
    ['blogPost', 'blogPosts'],
    ['Person', 'People'],
    ['match', 'matches'],
  ],
  ...[
    ['news', 'news'],
    ['series', 'series'],
    ['salesPerson', 'salesPeople'],
  ],
  ...[
    ['item2', 'item2s'],
    ['bonus', 'bonuses'],
    ['leaf', 'leafs'],
    ['wife', 'wives'],
    ['boss', 'bosses'],
  ],
])('%s and %s', (one, many) => {
  expect([pluralOf(one ?? ''), singularOf(many ?? '')]).toEqual([many, one]);
  expect([pluralOf(many ?? ''), singularOf(one ?? '')]).toEqual([many, one]);
});
