import { beforeEach, expect, test, vi } from 'vitest';

type Listener = (event: object, ...args: unknown[]) => unknown;

const electron = vi.hoisted(() => ({
  handlers: new Map<string, Listener>(),
  contents: [] as { mainFrame: object; send: (channel: string, events: unknown) => void }[],
}));
vi.mock('electron', () => ({
  ipcMain: { handle: (channel: string, listener: Listener) => electron.handlers.set(channel, listener) },
  webContents: { getAllWebContents: () => electron.contents },
}));

import { openConsolePort } from '../../electron/console-port.ts';
import type { Host } from '../../server/host.ts';

const consoleFrame = { parent: null, origin: 'app://console' };
const foreignFrames = [
  null,
  { parent: null, origin: 'https://example.com' },
  { parent: null, origin: 'null' },
  { parent: null, origin: 'app://console.example' },
  { parent: null, origin: 'file://' },
  { parent: consoleFrame, origin: 'app://console' },
];

type Subscriber = Parameters<Host['subscribe']>[0];

function openPort() {
  const calls: unknown[][] = [];
  const subscribers: Subscriber[] = [];
  const host: Pick<Host, 'call' | 'subscribe'> = {
    async call(...args) {
      calls.push(args);
      return { ok: true, value: 'done' };
    },
    subscribe(listener) {
      subscribers.push(listener);
      return () => {};
    },
  };
  openConsolePort(host);
  const invoke = async (senderFrame: object | null, ...args: unknown[]) =>
    electron.handlers.get('call')?.({ senderFrame }, ...args);
  return { calls, subscribers, invoke };
}

beforeEach(() => {
  electron.handlers.clear();
  electron.contents = [];
});

test('passes a command to the host and returns its reply', async () => {
  const { calls, invoke } = openPort();
  await expect(invoke(consoleFrame, 'workspace.get', {})).resolves.toEqual({ ok: true, value: 'done' });
  expect(calls).toEqual([['workspace.get', {}, undefined]]);
});

test('listens to the channel for commands alone', () => {
  openPort();
  expect([...electron.handlers.keys()]).toEqual(['call']);
});

test.each(foreignFrames)('refuses a command from another frame: %j', async (frame) => {
  const { calls, invoke } = openPort();
  await expect(invoke(frame, 'workspace.get', {})).rejects.toThrow('Only the console');
  expect(calls).toEqual([]);
});

test('leaves decoding to the host, also for a name that is not text', async () => {
  const { calls, invoke } = openPort();
  await invoke(consoleFrame, { toString: () => 'workspace.get' }, {});
  await invoke(consoleFrame, undefined, undefined);
  expect(calls.map(([name]) => typeof name)).toEqual(['string', 'string']);
});

test('sends a batch of events to the console and to no other page', () => {
  const { subscribers } = openPort();
  const sent: unknown[] = [];
  electron.contents = [consoleFrame, ...foreignFrames.filter((frame) => frame !== null)].map((mainFrame) => ({
    mainFrame,
    send: (channel, events) => sent.push([mainFrame, channel, events]),
  }));
  const events = [
    { seq: 1, type: 'requests-cleared' },
    { seq: 2, type: 'requests-cleared' },
  ] as const;
  for (const subscriber of subscribers) subscriber(events);
  expect(sent).toEqual([[consoleFrame, 'event', events]]);
});
