/**
 * Reads a server-sent event stream: yields the data of all events that a chunk completes, in one batch. Skips comments and
 * fields other than `data`.
 */
export async function* readEventStream(body: ReadableStream<Uint8Array>): AsyncGenerator<readonly string[]> {
  const decoder = new TextDecoder();
  const reader = body.getReader();
  let rest = '';
  try {
    while (true) {
      const { done, value } = await reader.read();
      if (done) return;
      const blocks = (rest + decoder.decode(value, { stream: true })).replaceAll('\r\n', '\n').split('\n\n');
      rest = blocks.pop() ?? '';
      const data = blocks.map(dataOf).filter((text) => text !== '');
      if (data.length > 0) yield data;
    }
  } finally {
    reader.releaseLock();
  }
}

function dataOf(block: string): string {
  return block
    .split('\n')
    .filter((line) => line.startsWith('data:'))
    .map((line) => line.slice(line.startsWith('data: ') ? 6 : 5))
    .join('\n');
}
