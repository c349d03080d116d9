import { EventEmitter } from 'node:events';
import type { Session, WebContents } from 'electron';
import { beforeEach, expect, test, vi } from 'vitest';

const electron = vi.hoisted(() => ({ asked: [] as string[], opened: [] as string[], choice: 0 }));
vi.mock('electron', () => ({
  dialog: {
    showMessageBox: async ({ detail }: { detail: string }) => {
      electron.asked.push(detail);
      return { response: electron.choice };
    },
  },
  shell: { openExternal: async (url: string) => electron.opened.push(url) },
}));

import { guardContents, guardSession } from '../../electron/permissions.ts';
import { eventually } from '../support/eventually.ts';

const cancel = 0;
const open = 1;

beforeEach(() => {
  electron.asked = [];
  electron.opened = [];
  electron.choice = cancel;
});

function guardedSession() {
  const handlers: Record<string, (...args: unknown[]) => unknown> = {};
  const taking = (name: string) => (handler: (...args: unknown[]) => unknown) => {
    handlers[name] = handler;
  };
  const session = {
    setPermissionCheckHandler: taking('check'),
    setPermissionRequestHandler: taking('request'),
    setDevicePermissionHandler: taking('device'),
    on: (name: string, handler: (...args: unknown[]) => unknown) => taking(name)(handler),
  };
  guardSession(session as unknown as Session);
  return {
    check: (permission: string, origin: string) => handlers.check?.(null, permission, origin, {}),
    request: (permission: string, requestingUrl: string) => {
      const decide = vi.fn();
      handlers.request?.(null, permission, decide, { requestingUrl });
      return decide.mock.calls[0]?.[0];
    },
    device: () => handlers.device?.({}),
    downloads: (url: string) => {
      const preventDefault = vi.fn();
      handlers['will-download']?.({ preventDefault }, { getURL: () => url });
      return preventDefault.mock.calls.length === 0;
    },
  };
}

class Contents extends EventEmitter {
  openHandler: (details: { url: string }) => { action: string } = () => ({ action: 'allow' });
  setWindowOpenHandler(handler: Contents['openHandler']) {
    this.openHandler = handler;
  }
  prevents(name: string, details: object) {
    const event = { ...details, preventDefault: vi.fn() };
    this.emit(name, event);
    return event.preventDefault.mock.calls.length > 0;
  }
}

function guardedContents() {
  const contents = new Contents();
  guardContents(contents as unknown as WebContents);
  return contents;
}

test.each(['media', 'geolocation', 'notifications', 'clipboard-read', 'fileSystem', 'openExternal', 'usb', 'unknown'])(
  'denies the permission %s to the console itself',
  (permission) => {
    const session = guardedSession();
    expect(session.check(permission, 'app://console/')).toBe(false);
    expect(session.request(permission, 'app://console/desktop.html')).toBe(false);
    expect(session.device()).toBe(false);
  },
);

test('lets the console alone write to the clipboard', () => {
  const session = guardedSession();
  const permission = 'clipboard-sanitized-write';
  expect(session.check(permission, 'app://console/')).toBe(true);
  expect(session.request(permission, 'app://console/desktop.html')).toBe(true);
  for (const origin of ['https://example.com/', 'app://console.example/', 'app://consolex/', '']) {
    expect(session.check(permission, origin)).toBe(false);
    expect(session.request(permission, origin)).toBe(false);
  }
});

test('downloads the exports of the console and nothing else', () => {
  const session = guardedSession();
  expect(session.downloads('blob:app://console/1b4e28ba')).toBe(true);
  for (const url of [
    'https://example.com/a.exe',
    'blob:https://example.com/1',
    'data:text/plain,a',
    'app://console/x',
  ]) {
    expect(session.downloads(url)).toBe(false);
  }
});

test('asks about one address at a time', async () => {
  const contents = guardedContents();
  for (let time = 0; time < 50; time++) contents.openHandler({ url: `https://example.com/${time}` });
  await eventually(() => expect(electron.asked).toEqual(['https://example.com/0']));
  await new Promise(setImmediate);
  contents.openHandler({ url: 'https://example.com/next' });
  await eventually(() => expect(electron.asked).toEqual(['https://example.com/0', 'https://example.com/next']));
});

test('denies navigation to another page', () => {
  const contents = guardedContents();
  for (const url of ['app://console/desktop.html', 'app://console/desktop.html#/requests']) {
    expect(contents.prevents('will-frame-navigate', { url })).toBe(false);
  }
  for (const url of ['https://example.com/', 'app://console/browser.html', 'file:///etc/passwd', 'about:blank']) {
    expect(contents.prevents('will-frame-navigate', { url })).toBe(true);
  }
  expect(contents.prevents('will-attach-webview', {})).toBe(true);
});

test('opens no window, and a link in the browser only after asking', async () => {
  const contents = guardedContents();
  expect(contents.openHandler({ url: 'https://example.com/a' })).toEqual({ action: 'deny' });
  await eventually(() => expect(electron.asked).toEqual(['https://example.com/a']));
  expect(electron.opened).toEqual([]);

  await new Promise(setImmediate);
  electron.choice = open;
  expect(contents.openHandler({ url: 'http://example.com/b' })).toEqual({ action: 'deny' });
  await eventually(() => expect(electron.opened).toEqual(['http://example.com/b']));
});

test.each(['file:///etc/passwd', 'javascript:alert(1)', 'smb://host/share', 'app://console/desktop.html', 'not a url'])(
  'denies %s without a question',
  async (url) => {
    electron.choice = open;
    const contents = guardedContents();
    contents.openHandler({ url });
    contents.openHandler({ url: 'https://example.com/' });
    await eventually(() => expect(electron.opened).toEqual(['https://example.com/']));
    expect(electron.asked).toEqual(['https://example.com/']);
  },
);
