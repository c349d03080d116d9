import { expect, test, vi } from 'vitest';
import { createClient } from '../../../../../renderer/console/client.ts';
import { createMirror } from '../../../../../renderer/console/mirror.ts';
import { PaginationLab } from '../../../../../renderer/features/labs/pagination/pagination-lab.ts';
import { FakeTransport } from '../../../console/fake-transport.ts';

const fields = { fields: [], definition: { key: 'id', sort: null, time: null } };

function runOf(steps: number) {
  return { records: [], sort: 'id', styles: [], steps: Array.from({ length: steps }, () => ({})) };
}

/** A lab whose run of seven steps is shown to its end. */
async function openLab() {
  const transport = new FakeTransport();
  const client = createClient(transport);
  const lab = new PaginationLab(client, createMirror(client, transport));
  void lab.choose('users');
  await transport.take('collections.fields').answer(fields);
  await transport.take('labs.pagination').answer(runOf(7));
  lab.finish();
  return { transport, lab };
}

test('of two quickly chosen collections the second is crawled, whichever reply comes first', async () => {
  const { transport, lab } = await openLab();
  void lab.choose('orders');
  void lab.choose('products');
  const orders = transport.take('collections.fields');
  await transport.take('collections.fields').answer(fields);
  await orders.answer(fields);
  expect(transport.calls.map(({ input }) => input)).toMatchObject([{ collection: 'products' }]);
  expect(lab.state.settings.collection).toBe('products');
});

test('a crawl that is played while another seed is awaited goes on with that one from the start', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    const { transport, lab } = await openLab();
    void lab.anotherSeed();
    lab.play();
    await transport.take('labs.pagination').answer(runOf(3));
    expect(lab.state).toMatchObject({ step: 0, isPlaying: true });
    await vi.runAllTimersAsync();
    expect(lab.state).toMatchObject({ step: 3, isPlaying: false });
  } finally {
    vi.useRealTimers();
  }
});

test('a crawl that is played while one is refused ends', async () => {
  const { transport, lab } = await openLab();
  void lab.anotherSeed();
  lab.play();
  await transport.take('labs.pagination').refuse('No such order.');
  expect(lab.state).toMatchObject({ run: null, isPlaying: false, refusal: 'No such order.' });
});

test('another seed replaces a finished crawl by a finished one, also at the second of two quick presses', async () => {
  const { transport, lab } = await openLab();
  void lab.anotherSeed();
  void lab.anotherSeed();
  await transport.take('labs.pagination').answer(runOf(3));
  await transport.take('labs.pagination').answer(runOf(5));
  expect([lab.state.settings.seed, lab.state.step]).toEqual([17, 5]);
});
