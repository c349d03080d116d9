import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readEventStream } from '../../../renderer/console/event-stream.ts';

function streamOf(chunks: readonly Uint8Array[]): ReadableStream<Uint8Array> {
  return new ReadableStream({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(chunk);
      controller.close();
    },
  });
}

async function read(chunks: readonly Uint8Array[]): Promise<readonly string[]> {
  const found: string[] = [];
  for await (const batch of readEventStream(streamOf(chunks))) {
    found.push(...batch);
  }
  return found;
}

test('reads the same events for any chunks of the stream', async () => {
  const event = fc.record({ seq: fc.nat(), text: fc.string({ unit: 'grapheme' }) });
  const cuts = fc.array(fc.nat({ max: 200 }), { maxLength: 8 });
  await fc.assert(
    fc.asyncProperty(fc.array(event), cuts, async (events, places) => {
      const text = events.map((one) => `: comment\n\nid: ${one.seq}\ndata: ${JSON.stringify(one)}\n\n`).join('');
      const bytes = new TextEncoder().encode(text);
      const edges = [0, ...places.map((place) => place % (bytes.length + 1)), bytes.length].sort((a, b) => a - b);
      const chunks = edges.slice(1).map((edge, index) => bytes.subarray(edges[index], edge));
      expect((await read(chunks)).map((data) => JSON.parse(data))).toEqual(events);
    }),
  );
});

test('yields the events of a chunk in one batch', async () => {
  const bytes = new TextEncoder().encode('data: 1\n\ndata: 2\n\ndata: 3');
  const batches: (readonly string[])[] = [];
  for await (const batch of readEventStream(streamOf([bytes]))) batches.push(batch);
  expect(batches).toEqual([['1', '2']]);
});
