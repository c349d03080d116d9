import { expect, test } from 'vitest';
import { Afterwards } from '../../../server/runtime/afterwards.ts';

test('a part that comes afterwards is looked for when it is asked for, and is null in a kept reply', async () => {
  let place = 0;
  const part = new Afterwards(() => Promise.resolve(place));
  place = 1;
  expect([await part.find(), JSON.stringify({ part })]).toEqual([1, '{"part":null}']);
});
