import { expect, test } from 'vitest';
import { Exchange } from '../../../../server/domain/audit/exchange.ts';
import { lostMembers, RecordLedger } from '../../../../server/domain/audit/record-ledger.ts';
import { recorded, type Written } from './judge.ts';

function ledgerOf(...written: readonly Written[]) {
  const exchanges = written.map((one, index) => new Exchange(recorded(one, index)));
  const ledger = new RecordLedger();
  for (const exchange of exchanges) ledger.read(exchange);
  const [first = new Exchange(recorded({}, 0))] = exchanges;
  return { ledger, known: (version: number) => ledger.version(first, version)?.request };
}

const shown = (version: number | undefined, more: Written = {}): Written => ({
  ...{ sent: version === undefined ? {} : { 'x-resource-version': String(version) }, body: { id: 1 } },
  ...more,
});

test('a version is known from the exchange that showed it first', () => {
  const { known } = ledgerOf(shown(1), shown(1), shown(2), shown(1));
  expect([known(1), known(2), known(3)]).toEqual([1, 3, undefined]);
});

test('a version without a record, a record without a version and other records tell nothing', () => {
  const { known } = ledgerOf(
    shown(1, { body: undefined }),
    shown(undefined),
    shown(2, { target: '/api/items/2' }),
    shown(3, { status: 412 }),
  );
  expect([known(1), known(2), known(3), known(Number.NaN)]).toEqual([undefined, undefined, undefined, undefined]);
  expect(ledgerOf().known(1)).toBeUndefined();
});

test('the latest twenty versions of a record are known', () => {
  const { known } = ledgerOf(...Array.from({ length: 25 }, (_, index) => shown(index + 1)));
  expect([known(5), known(6), known(25)]).toEqual([undefined, 6, 25]);
  const others = Array.from({ length: 19 }, (_, index) => shown(index + 2));
  expect(ledgerOf(shown(1), shown(undefined), ...others).known(1)).toBe(1);
  const repeated = Array.from({ length: 25 }, () => [shown(2), shown(undefined)]).flat();
  expect(ledgerOf(shown(1), ...repeated).known(1)).toBe(1);
});

test('a tag is issued for the URL of its response, a 201 for its location and a 412 for the current record', () => {
  const { ledger } = ledgerOf(
    { sent: { etag: '"a"' } },
    { target: '/api/items', method: 'POST', status: 201, sent: { etag: '"b"', location: '/api/items/9' } },
    { target: '/api/items', method: 'POST', status: 201, sent: { etag: '"c"' } },
    { status: 412, body: { currentEtag: '"d"' } },
    { status: 409, body: { currentEtag: '"e"' } },
    { status: 200, sent: { etag: '"f"', location: '/elsewhere' } },
  );
  expect(['"a"', '"b"', '"c"', '"d"', '"e"', '"f"'].map((tag) => ledger.issuedFor(tag))).toEqual([
    ...['/api/items/1', '/api/items/9', '/api/items', '/api/items/1', undefined, '/api/items/1'],
  ]);
});

test('members are lost whose unseen change a write took back or replaced', () => {
  const seen = { same: 1, kept: 1, lost: 1, removed: 1 };
  const hidden = { same: 1, kept: 2, lost: 2, added: 1 };
  expect(lostMembers(seen, hidden, { same: 3, kept: 2, lost: 1, removed: 1 })).toEqual(['lost', 'removed', 'added']);
});
