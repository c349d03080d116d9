import { afterEach, expect, test, vi } from 'vitest';
import { HeldPreviews } from '../../../server/import/held-previews.ts';

afterEach(() => vi.useRealTimers());

const preview = (id: number, by: string | undefined, records = 1) => ({ id, by, records });

/** The ids of those previews that are held, in the order given; asking is a use. */
function heldOf(previews: HeldPreviews<ReturnType<typeof preview>>, ids: readonly number[]) {
  return ids.filter((id) => previews.find(id) !== undefined);
}

test('a console has one preview, and so have all callers without an id', () => {
  const previews = new HeldPreviews<ReturnType<typeof preview>>();
  for (const [id, by] of ['a', 'b', undefined, 'a', undefined].entries()) previews.hold(preview(id, by));
  expect(heldOf(previews, [0, 1, 2, 3, 4])).toEqual([1, 3, 4]);
  previews.drop({ by: undefined });
  expect(heldOf(previews, [1, 3, 4])).toEqual([1, 3]);
  previews.drop();
  expect(heldOf(previews, [1, 3])).toEqual([]);
});

test('the one that was not used for longest makes way', () => {
  const previews = new HeldPreviews<ReturnType<typeof preview>>();
  for (const [id, by] of ['a', 'b', 'c', 'd'].entries()) previews.hold(preview(id, by));
  previews.find(0);
  previews.hold(preview(4, 'e'));
  expect(heldOf(previews, [0, 1, 2, 3, 4])).toEqual([0, 2, 3, 4]);
});

test('previews of very many records make way sooner, but for the latest', () => {
  const previews = new HeldPreviews<ReturnType<typeof preview>>();
  previews.hold(preview(1, 'a', 150_000));
  previews.hold(preview(2, 'b', 150_000));
  previews.hold(preview(3, 'c', 1_000_000));
  expect(heldOf(previews, [1, 2, 3])).toEqual([2, 3]);
});

test('none is held for long without use', () => {
  vi.useFakeTimers();
  const previews = new HeldPreviews<ReturnType<typeof preview>>();
  previews.hold(preview(1, 'a'));
  vi.advanceTimersByTime(45 * 60_000);
  expect(heldOf(previews, [1])).toEqual([1]);
  vi.advanceTimersByTime(45 * 60_000);
  expect(heldOf(previews, [1])).toEqual([1]);
  vi.advanceTimersByTime(61 * 60_000);
  expect(heldOf(previews, [1])).toEqual([]);
});
