import { expect, test } from 'vitest';
import { finish } from '../../../../server/domain/basics/work.ts';
import type { Json } from '../../../../server/domain/json/json.ts';
import { orderedRecords } from '../../../../server/domain/views/collection-views.ts';
import { FullScan } from '../../../../server/domain/views/full-scan.ts';
import { LayeredRecords } from '../../../../server/domain/views/layered-records.ts';
import { collectionOf } from '../list/list-arbitraries.ts';
import { planOf } from './plan-of.ts';

type Shown = readonly [price: Json, tag: string];

/** A session over ten records by price, and the list of those with the tag `a` in it. */
function sessionOf(count = 10) {
  const collection = collectionOf(Array.from({ length: count }, (_, id) => ({ id, price: 10 * id, tag: 'a' })));
  const session = collection.newSession();
  const { filter, sort } = planOf(collection, 'tag=a', 'sort=price');
  const read = () => finish(orderedRecords(session, filter, sort));
  // The third reader finds a view.
  for (let time = 0; time < 3; time++) read();
  const write = (id: number, [price, tag]: Shown) => session.write(String(id), { id, price, tag });
  const scan = () => finish(FullScan.of(session.snapshot(), filter, sort));
  return { collection, session, read, write, scan, sort };
}

test('a session shows its changed, removed and created records in their places', () => {
  const { session, read, write, sort } = sessionOf();
  write(2, [75, 'a']);
  write(5, [55, 'a']);
  write(9, [5, 'b']);
  write(20, [-1, 'a']);
  write(21, [999, 'a']);
  session.remove('0');
  session.remove('7');
  const list = read();
  const ids = ['20', '1', '3', '4', '5', '6', '2', '8', '21'];
  expect(list).toBeInstanceOf(LayeredRecords);
  expect([list.total, list.size, list.counts]).toEqual([9, 11, [9]]);
  for (let start = 0; start <= ids.length; start++) {
    for (const end of [start - 2, start, start + 1, start + 4, 100]) {
      const found = finish(list.slice(start, end)).map(({ id }) => id);
      expect(found, `from ${start} to ${end}`).toEqual(end <= start ? [] : ids.slice(start, end));
    }
    const [record] = finish(list.slice(start, start + 1));
    const position = record && sort.positionOf(record);
    if (position) expect(finish(list.count((other) => sort.compare(other, position) < 0))).toBe(start);
  }
});

test('a page far behind the end of a session is empty', () => {
  const { read, write } = sessionOf(300);
  for (const id of [400, 401]) write(id, [5, 'a']);
  const list = read();
  for (const start of [301, 302, 303, 400, 1_000]) {
    expect(finish(list.slice(start, start + 3)).length).toBe(start === 301 ? 1 : 0);
  }
});

test.each([
  [0, 1],
  [1, 2],
  [7, 2],
  [100, 2],
])(
  'a long page of a session that changes in %i pauses is that of its end, after %i attempts',
  (disturbed, attempts) => {
    const { read, write, scan } = sessionOf(3_000);
    write(1, [7, 'a']);
    const reading = read().slice(100, 2_900);
    let pauses = 0;
    for (;;) {
      const { done, value } = reading.next();
      if (done) {
        expect(value).toEqual(finish(scan().slice(100, 2_900)));
        break;
      }
      pauses += 1;
      if (pauses <= disturbed) write(4_000 + pauses, [20_005, 'a']);
    }
    // An attempt has six pieces; after two of them, all is read without a pause.
    expect(pauses).toBe(6 * attempts);
  },
);
