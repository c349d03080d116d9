/**
 * `node test/e2e/measure-log.mjs [requests a second] [seconds] [search]`: measures the open log while requests arrive:
 * duration of the main thread's tasks, content of the longest, and the heap once the log is full and at the end. A
 * measurement to read, not a test: it depends on the machine and its load.
 */
import { setTimeout as wait } from 'node:timers/promises';
import { main, say } from '../../.scripts/project.mjs';
import { load, message } from '../bench/load.mjs';
import { measureConsole } from './measured-console.mjs';

/**
 * @typedef {object} TraceEvent
 * @property {string} name
 * @property {string} ph
 * @property {number} pid
 * @property {number} tid
 * @property {number} ts Microseconds, as `dur` is.
 * @property {number} [dur]
 * @property {number} [tdur] Microseconds of processor time.
 * @property {{ name?: string }} [args]
 */

/** Capacity of the log, which is filled before the measurement. */
const held = 10_000;
const [rate, seconds] = [Number(process.argv[2] ?? 2000), Number(process.argv[3] ?? 60)];
const search = process.argv[4] ?? '';

await main(() =>
  measureConsole(async ({ ready, address, newPage }) => {
    const page = await newPage();
    await page.goto(address);
    await page.getByRole('link', { name: 'Requests' }).click();
    if (search !== '') await page.getByRole('combobox', { name: 'Search requests' }).fill(search);
    await measure(page, Number(new URL(ready.mock).port));
  }),
);

/**
 * @param {import('playwright').Page} page
 * @param {number} port
 */
async function measure(page, port) {
  const filling = (held / rate) * 1000 + 2000;
  const began = performance.now();
  const requests = load({
    port,
    milliseconds: filling + seconds * 1000 + 2000,
    request: async (index) => {
      const early = began + (index * 1000) / rate - performance.now();
      if (early > 1) await wait(early);
      return requestText(index);
    },
  });
  const session = await page.context().newCDPSession(page);
  await wait(filling);
  const before = await heap(session);
  /** @type {TraceEvent[]} */
  const events = [];
  session.on('Tracing.dataCollected', ({ value }) => {
    for (const event of value) events.push(/** @type {TraceEvent} */ (/** @type {unknown} */ (event)));
  });
  const complete = new Promise((resolve) => session.once('Tracing.tracingComplete', resolve));
  await session.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: {
      includedCategories: ['toplevel', 'devtools.timeline', '__metadata', 'v8'],
      excludedCategories: ['*'],
    },
  });
  await wait(seconds * 1000);
  await session.send('Tracing.end');
  await complete;
  const after = await heap(session);
  report(events);
  const { rate: answered, p99 } = await requests;
  say(`${Math.round(answered)} requests a second were answered, 99 of 100 within ${p99.toFixed(1)} ms`);
  say(`heap ${before} with a full log, ${after} after ${seconds} s more`);
}

/** A typical mix of requests: most read, some get 404. @param {number} index */
function requestText(index) {
  if (index % 10 === 0) return message('GET', `/users/none-${index}`);
  if (index % 10 === 1) return message('GET', `/api/users?limit=5&page=${1 + (index % 7)}`);
  return message('GET', `/users/${1 + (index % 50)}`);
}

/** @param {import('playwright').CDPSession} session */
async function heap(session) {
  await session.send('HeapProfiler.collectGarbage');
  const { usedSize } = await session.send('Runtime.getHeapUsage');
  return `${(usedSize / 1e6).toFixed(1)} MB`;
}

/** @param {readonly TraceEvent[]} events */
function report(events) {
  const named = events.filter(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain');
  const threads = named.map(({ pid, tid }) => events.filter((event) => event.pid === pid && event.tid === tid));
  // The page's process is the one with the busiest main thread.
  const [thread = []] = threads.toSorted((a, b) => busy(b) - busy(a));
  const tasks = thread.filter(isTask).toSorted((a, b) => (b.dur ?? 0) - (a.dur ?? 0));
  const over = (/** @type {'dur' | 'tdur'} */ time) => tasks.filter((task) => (task[time] ?? 0) > 50_000).length;
  say(`${tasks.length} tasks, ${Math.round(busy(thread) / 10_000 / seconds)} % of a processor`);
  say(`over 50 ms: ${over('dur')}; without what other programs took: ${over('tdur')}; the longest:`);
  for (const task of tasks.slice(0, 5)) {
    const end = task.ts + (task.dur ?? 0);
    const parts = thread
      .filter((event) => !isTask(event) && event.ts >= task.ts && event.ts + (event.dur ?? 0) <= end)
      .toSorted((a, b) => (b.dur ?? 0) - (a.dur ?? 0))
      .slice(0, 6)
      .map(({ name, dur = 0 }) => `${name} ${inMilliseconds(dur)}`);
    say(`${inMilliseconds(task.dur).padStart(6)} ms, processor ${inMilliseconds(task.tdur)}: ${parts.join(', ')}`);
  }
}

/** @param {TraceEvent} event */
function isTask({ name }) {
  return name === 'ThreadControllerImpl::RunTask' || name === 'RunTask';
}

/** Microseconds of processor time. @param {readonly TraceEvent[]} thread */
function busy(thread) {
  return thread.filter(isTask).reduce((sum, { tdur = 0 }) => sum + tdur, 0);
}

function inMilliseconds(microseconds = 0) {
  return (microseconds / 1000).toFixed(1);
}
