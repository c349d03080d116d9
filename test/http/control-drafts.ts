import { type Piece, pieceOf, writePieces } from '../../renderer/exchange/pieces.ts';
import { writeSort } from '../../renderer/exchange/sort-form.ts';
import { beginPage, writePage } from '../../renderer/features/try-it/editors/page-form.ts';
import { emptyGroup, expressionOf, type FormNode } from '../../renderer/features/try-it/filter/filter-form.ts';
import { withChoice } from '../../renderer/features/try-it/model/conditions.ts';
import { type Draft, joinTarget } from '../../renderer/features/try-it/model/draft.ts';
import { mediaTypes, writeChange } from '../../renderer/features/try-it/model/patch-form.ts';
import { formatExpression } from '../../server/domain/filter/filter-expression.ts';
import { catalogueOf } from '../server/domain/filter/filter-properties.ts';
import { workspaceOf } from '../support/running-mock.ts';

const records = Array.from({ length: 40 }, (_, index) => ({
  id: String(index + 1),
  name: `Thing ${index % 5}`,
  price: index % 9,
  tags: ['a', 'b'],
  at: `2026-10-${String((index % 28) + 1).padStart(2, '0')}T00:00:00Z`,
}));
export const things = workspaceOf({ things: { time: 'at', records } });
const now = Date.UTC(2026, 9, 20);

/** The query parameter that the filter form writes for a condition or a group. */
function filtered(node: FormNode): Piece {
  const expression = expressionOf(node, catalogueOf(records).record);
  if (!expression.ok || !expression.value) throw new Error(JSON.stringify(expression));
  return pieceOf('filter', formatExpression(expression.value));
}

const cheap = { kind: 'condition', field: 'price', operator: 'lt', exact: false, value: '4' } as const;
const named = { kind: 'condition', field: 'name', operator: 'co', exact: true, value: 'ing 2' } as const;
const list = (pieces: readonly Piece[]): Draft => ({
  method: 'GET',
  target: joinTarget({ path: '/api/things', query: writePieces(pieces) }),
  headers: [],
  body: null,
});
const offset = { style: 'offset', limit: '7', offset: '0' } as const;
const seen = { latest: { etag: '"2-x"', version: '2' }, before: { etag: '"1-x"', version: '1' } };
export const read: Draft = { method: 'GET', target: '/api/things/7', headers: [], body: null };
const before = { name: 'Thing 1', price: 6, tags: ['a', 'b'] };
const after = { name: 'Thing 9', tags: ['a', 'c'] };

/** A draft for each control of the request builder, by the control's name. */
export const drafts: Readonly<Record<string, Draft>> = {
  'a parameter row': list([pieceOf('price_lt', '4'), pieceOf('name', 'Thing 2')]),
  'a group with or': list([filtered({ ...emptyGroup, join: 'or', parts: [cheap, named] })]),
  'a group with not': list([filtered({ ...emptyGroup, negated: true, parts: [cheap, named] })]),
  'a filter on array elements': list([pieceOf('filter', 'tags eq "b"')]),
  'sort chips': list(
    writeSort(
      [],
      [
        { name: 'price', descending: true },
        { name: 'name', descending: false },
      ],
    ),
  ),
  ...Object.fromEntries(
    (['offset', 'page', 'cursor', 'since', 'time'] as const).map((style) => [
      `a page by ${style}`,
      list(writePage([], beginPage(style, offset, now))),
    ]),
  ),
  'the latest tag': { ...read, headers: [...withChoice([], 'If-Match', 'seen', seen)] },
  'a stale version': { ...read, headers: [...withChoice([], 'X-Resource-Version', 'stale', seen)] },
  'any tag': { ...read, headers: [...withChoice([], 'If-None-Match', 'any', seen)] },
  ...Object.fromEntries(
    (['merge-patch', 'json-patch'] as const).flatMap((format) =>
      [false, true].map((tests): [string, Draft] => [
        `a change as ${format}${tests ? ' with tests' : ''}`,
        {
          ...read,
          method: 'PATCH',
          headers: [['Content-Type', mediaTypes[format]]],
          body: writeChange(before, after, format, tests).body,
        },
      ]),
    ),
  ),
  'another scenario': { ...read, headers: [['X-Mock-Scenario', 'Default']] },
  'a session': { ...read, headers: [['X-Mock-Session', 'mine']] },
};
