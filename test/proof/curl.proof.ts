/* A request that is copied as a curl command gets the same response as the one that the console sends. */

import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { snippet } from '../../renderer/exchange/snippets.ts';
import type { Draft } from '../../renderer/features/try-it/model/draft.ts';
import { decodeWorkspace } from '../../server/store/formats/workspace-format.ts';
import { byConsole, comparable, withoutRun } from '../http/both-clients.ts';
import { drafts, read, things } from '../http/control-drafts.ts';
import { type RunningMock, startMock } from '../support/running-mock.ts';

const text = await readFile(new URL('../../assets/sample.workspace.json', import.meta.url), 'utf8');
const sample = decodeWorkspace(text);
if (!sample.ok) throw new Error(sample.problem.detail);
const { requests } = sample.value;

/** Runs the request's curl command in a shell. */
async function byCurl({ port }: RunningMock, { headers, ...draft }: Draft) {
  const command = snippet(
    'curl',
    { ...draft, headers: [['Host', 'localhost'], ...headers] },
    `http://127.0.0.1:${port}`,
    null,
  );
  const { stdout } = await promisify(execFile)('/bin/sh', ['-c', command], { encoding: 'utf8' });
  const [head = '', ...body] = stdout.split('\r\n\r\n');
  const [statusLine = '', ...lines] = head.split('\r\n');
  const received = lines.map((line): [string, string] => {
    const colon = line.indexOf(':');
    return [line.slice(0, colon), line.slice(colon + 1).trim()];
  });
  return comparable(Number(statusLine.split(' ')[1]), received, body.join('\r\n\r\n'));
}

const ofControls = Object.entries(drafts).map(([name, draft]) => [name, things, draft] as const);
const readyMade = requests.map(({ name, method, target, headers, body }) => {
  const draft: Draft = { method, target, headers: headers.map(([header, value]) => [header, value]), body };
  return [name, JSON.parse(text), draft] as const;
});

test.each([...ofControls, ...readyMade])(
  '%s gets the same response from the console as from curl',
  async (_name, workspace, draft) => {
    await using one = await startMock(workspace);
    await using other = await startMock(workspace);
    expect(withoutRun(await byConsole(one, draft))).toEqual(withoutRun(await byCurl(other, draft)));
    expect(await byConsole(one, read)).toEqual(await byCurl(other, read));
  },
);
