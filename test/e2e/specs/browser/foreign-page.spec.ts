import { expect, type Page } from '@playwright/test';
import { type ConsoleUnderTest, test } from '../../console-test.ts';
import { readWorkspace } from '../../workspace.ts';

const command = '/call/users.setStatus';

function api(console: ConsoleUnderTest) {
  if (console.program.shell !== 'browser') throw new Error('This spec is for the console in a browser.');
  return console.program;
}

/** Everything that a page of another origin can try on the console API; returns what it could read. */
async function attack(page: Page, target: { url: string; token: string; userId: string; command: string }) {
  return page.evaluate(async ({ url, token, userId, command }) => {
    const read: string[] = [];
    const body = JSON.stringify({ userId, status: 'inactive' });
    const json = { 'Content-Type': 'application/json' };
    const requests: [string, RequestInit][] = [
      ['/', {}],
      ['/events', {}],
      ['/call/workspace.get', { method: 'POST', body: '{}' }],
      [command, { method: 'POST', body }],
      [command, { method: 'POST', body, mode: 'no-cors' }],
      [command, { method: 'POST', body, credentials: 'include' }],
      [command, { method: 'POST', body, headers: json }],
      [command, { method: 'POST', body, headers: { ...json, Authorization: `Bearer ${token}` } }],
    ];
    for (const [path, init] of requests) {
      const text = await fetch(url + path, init).then(
        (response) => response.text(),
        () => '',
      );
      if (text !== '') read.push(`fetch ${path}: ${text}`);
    }
    navigator.sendBeacon(url + command, new Blob([body], { type: 'text/plain' }));

    const settled = (element: HTMLElement) =>
      new Promise<boolean>((resolve) => {
        element.addEventListener('load', () => resolve(true));
        element.addEventListener('error', () => resolve(false));
        document.body.append(element);
      });
    const script = Object.assign(document.createElement('script'), { src: `${url}/call/workspace.get` });
    if (await settled(script)) read.push('script');
    if (await settled(Object.assign(new Image(), { src: url }))) read.push('image');
    const frame = Object.assign(document.createElement('iframe'), { src: `${url}/#token=${token}`, name: 'frame' });
    await settled(frame);
    if (frame.contentDocument !== null) read.push('frame');

    const form = Object.assign(document.createElement('form'), {
      action: url + command,
      method: 'post',
      enctype: 'text/plain',
      target: 'frame',
    });
    form.append(Object.assign(document.createElement('input'), { name: `${body.slice(0, -1)},"x":"`, value: '"}' }));
    const submitted = settled(frame);
    document.body.append(form);
    form.submit();
    await submitted;
    return read;
  }, target);
}

test('a foreign page can change and read nothing', async ({ console, site }) => {
  const { url, token } = api(console);
  const [user] = readWorkspace(console.workspaceFile).collections.users.records;
  const userId = user?.userId ?? '';
  const page = await console.page.context().browser()?.newPage();
  if (page === undefined) throw new Error('There is no browser.');
  await page.goto(site.url);

  const send = (path: string, input: object) =>
    fetch(url + path, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${token}` },
      body: JSON.stringify(input),
    }).then((response) => response.json());
  const statusOf = async () => {
    const { value } = await send('/call/records.get', { collection: 'users', id: userId });
    return value.live.status;
  };

  const before = await statusOf();
  expect(await attack(page, { url, token, userId, command })).toEqual([]);
  expect(await statusOf()).toBe(before);

  // The same command with authorization.
  const other = before === 'active' ? 'inactive' : 'active';
  await send(command, { userId, status: other });
  expect(await statusOf()).toBe(other);
  await page.close();
});
