/**
 * Preloaded into the measured server: measures the longest time between two turns of the event loop, in milliseconds, and
 * replies to each message with it. `processor` counts only the time for which the main thread ran, where the system tells
 * it: other programs on the machine do not add to it. `memory` is the resident set in bytes.
 */
import { openSync, readSync } from 'node:fs';

const statistics = (() => {
  try {
    return openSync(`/proc/self/task/${process.pid}/schedstat`, 'r');
  } catch {
    return undefined;
  }
})();
const buffer = Buffer.alloc(64);

/** Milliseconds. */
function processorTime() {
  if (statistics === undefined) return performance.now();
  return Number(buffer.toString('latin1', 0, readSync(statistics, buffer, 0, 64, 0)).split(' ')[0]) / 1e6;
}

let wall = performance.now();
let processor = processorTime();
let began = processor;
let longest = { wall: 0, processor: 0 };

setInterval(() => {
  const [wallNow, processorNow] = [performance.now(), processorTime()];
  longest = {
    wall: Math.max(longest.wall, wallNow - wall),
    processor: Math.max(longest.processor, processorNow - processor),
  };
  [wall, processor] = [wallNow, processorNow];
}, 1).unref();

/** Open connections, and a few sockets of the program's own. */
function openSockets() {
  return process.getActiveResourcesInfo().filter((kind) => kind === 'TCPSocketWrap').length;
}

process.on('message', () => {
  const memory = process.memoryUsage.rss();
  process.send?.({ ...longest, total: processorTime() - began, memory, sockets: openSockets() });
  began = processorTime();
  longest = { wall: 0, processor: 0 };
});
process.channel?.unref();
