import { expect, test } from 'vitest';
import {
  compare,
  type Deviation,
  deviations,
  type Service,
  sample,
  sending,
  toyService,
  wrapping,
} from './toy-service.ts';

const few = (count: number) => toyService(sample.slice(0, count));
const form = 'sends an object with items, limit, offset, total';
const envelope = 'limit:limit,offset:offset,next:null,prev:null}}]';
const telling = (surplus: number): Deviation => wrapping((list) => ({ ...list, total: list.total + surplus }));

test.each<[string, Deviation, Record<string, string>, Deviation?]>([
  [
    'a bare array',
    wrapping(({ items }) => items),
    {
      'list-form': `${form} → sends a bare array [{envelope:array}]`,
      'page-size': '? The service has too few records to show it.',
      'parameter-cursor': 'continues after it → gives no cursor',
    },
  ],
  [
    'other names',
    wrapping(({ items, total, ...rest }) => ({ data: items, count: total, ...rest })),
    {
      'list-form': `${form} → sends an object with count, data, limit, offset [{envelope:{items:data,total:count,${envelope}`,
    },
  ],
  [
    'further members',
    wrapping((list) => ({ ...list, took: 1, warnings: 'x' })),
    { 'list-form 2': "The mock's lists have no took, warnings." },
  ],
  [
    'further members of which the mock has one',
    wrapping((list) => ({ ...list, took: 1, warnings: 'x' })),
    { 'list-form 2': "The mock's lists have no warnings." },
    wrapping((list) => ({ ...list, took: 1 })),
  ],
  [
    'no total',
    (next) => sending('X-Total-Count')(wrapping(({ total: _, ...rest }) => rest)(next)),
    {
      'list-form': `${form} → sends an object with items, limit, offset [{envelope:{items:items,total:null,${envelope}`,
      total: 'counts all records → tells no total',
      'total-header': 'sends it → does not send it',
    },
  ],
  [
    'a total that is one too high',
    telling(1),
    { total: 'counts all records → counts 1 too many [total-off-by-one on]' },
  ],
  ['a total that is too high', telling(3), { total: 'counts all records → counts 3 too many' }],
  [
    'a total that is too low',
    (next) => sending('X-Total-Count', '10')(telling(-2)(next)),
    { total: 'counts all records → counts 2 too few' },
  ],
  ['another total in the header', sending('X-Total-Count', '14'), { total: 'counts all records → counts 2 too many' }],
  ['no total in the header', sending('X-Total-Count'), { 'total-header': 'sends it → does not send it' }],
  ['no link', sending('Link'), { link: 'sends it → does not send it' }],
  ['another link', sending('Link', '<x>; rel="prev"'), { link: 'sends it → does not send it' }],
])('compares lists with %s', (_, deviation, expected, ours = (next) => next) => {
  expect(deviations(compare(deviation(toyService()), { ours: ours(toyService()) }))).toEqual(expected);
});

const unshown = '? Three records on each side show all members around a list.';

test.each<[string, Service, Service, string | undefined]>([
  ['three records', few(3), few(3), undefined],
  ['two records', few(3), few(2), unshown],
  ['two records of the mock', few(2), few(3), unshown],
  [
    'another form of few records',
    few(3),
    wrapping(({ items }) => items)(few(2)),
    `${form} → sends a bare array [{envelope:array}]`,
  ],
])('compares the form of lists with %s', (_, ours, theirs, expected) => {
  expect(deviations(compare(theirs, { ours }))['list-form']).toBe(expected);
});

test('a total of the mock that is one too high is the quirk', () => {
  const found = deviations(compare(toyService(), { ours: telling(1)(toyService()) }));
  expect(found).toEqual({ total: 'counts 1 too many → counts all records [total-off-by-one off]' });
});

const bare = wrapping(({ items }) => items);
const tooFew = '? The service has too few records to show it.';

test.each<[string, number, Service, string | undefined]>([
  ['the same size', 20, toyService(), undefined],
  ['a smaller size', 20, toyService(sample, { pageSize: 7 }), 'returns 20 records → returns 7 records [{pageSize:7}]'],
  ['a larger size', 7, toyService(), 'returns 7 records → returns 20 records [{pageSize:20}]'],
  ['a single record', 20, toyService(sample, { pageSize: 1 }), 'returns 20 records → returns 1 record [{pageSize:1}]'],
  ['no size', 7, bare(toyService()), 'returns 7 records → returns 12'],
  ['no size with one record more', 11, bare(toyService()), 'returns 11 records → returns 12'],
  ['no size with as many records', 12, bare(toyService()), tooFew],
])('compares %s', (_, pageSize, theirs, expected) => {
  const ours = toyService(sample, { pageSize });
  expect(deviations(compare(theirs, { ours, settings: { pageSize } }))['page-size']).toBe(expected);
});

test('a link is compared where both sides have several records', () => {
  const rules = (count: number) => compare(few(count)).map(({ rule }) => rule);
  expect(rules(1)).not.toContain('link');
  expect(rules(2)).toContain('link');
});
