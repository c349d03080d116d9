/** `npm run share`: three instances behind a balancer, all of which end with it. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { eventually } from '../support/eventually.ts';
import { clientOf } from '../support/http-client.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { smallWorkspace } from '../support/temporary-host.ts';

const root = join(import.meta.dirname, '../..');

function isOpen(address: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(Number(new URL(address).port), '127.0.0.1', () => resolve(true));
    socket.on('error', () => resolve(false)).on('connect', () => socket.destroy());
  });
}

test.each(['SIGTERM', 'SIGKILL'] as const)('spreads requests over instances, and ends all with %s', async (signal) => {
  const file = join(await temporaryFolder(), 'mock.json');
  await writeFile(file, JSON.stringify(smallWorkspace));
  const child = spawn(process.execPath, [join(root, '.scripts/share.mjs'), '--workspace', file], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => void child.kill());
  let output = '';
  // Four programs start one after the other, which has no limit of its own.
  for await (const text of child.stdout.setEncoding('utf8').iterator({ destroyOnReturn: false })) {
    output += text;
    if (output.includes('Ctrl+C')) break;
  }
  child.stdout.resume();
  const addresses = [...output.matchAll(/(?:http|redis):\/\/127\.0\.0\.1:\d+/g)].map(([address]) => address);
  expect(addresses).toHaveLength(8);
  const send = clientOf(Number(new URL(addresses[0] ?? '').port));
  const headers = [['Content-Type', 'application/json']] as const;
  const written = await send({ method: 'PATCH', target: '/api/users/42', headers, body: '{"name":"Augusta"}' });
  const revision = ['X-Mock-Revision', written.header('X-Mock-Revision') ?? ''] as const;
  for (let round = 0; round < 3; round++) {
    expect((await send({ target: '/api/users/42', headers: [revision] })).json()).toMatchObject({ name: 'Augusta' });
  }
  child.kill(signal);
  await once(child, 'exit');
  await eventually(async () => {
    for (const address of addresses) expect([address, await isOpen(address)]).toEqual([address, false]);
  });
});
