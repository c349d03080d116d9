/** Kills a running program right after a client's PATCH or an edit in the console, and checks that no version comes back. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import { clientOf } from '../support/http-client.ts';

export interface VersionTally {
  kills: number;
  /** Versions or tags that two contents of the record have carried. */
  repeated: number;
  /** Conditional writes of a client from before the kill that were accepted. */
  lostUpdates: number;
}

/** Longest time from the write to the kill, in milliseconds. */
const longestLife = 300;

export async function versionsProof(kills: number): Promise<VersionTally> {
  const folder = await mkdtemp(join(tmpdir(), 'mock-api-console-versions-'));
  try {
    const program = await buildProgram(folder);
    const path = join(folder, 'workspace.json');
    const users = { key: 'userId', records: [{ userId: '1', name: 'Ada' }] };
    await writeFile(path, JSON.stringify({ format: 'mock-api-console', version: 1, collections: { users } }));
    const tally: VersionTally = { kills: 0, repeated: 0, lostUpdates: 0 };
    const contents = new Map<string, string>();
    let seen: readonly (readonly [string, string])[] = [];
    while (tally.kills < kills) seen = await killOnce(program, path, tally, contents, seen);
    return tally;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Builds versions-writer.ts and gives the path of the program. */
export async function buildProgram(folder: string): Promise<string> {
  await build({
    configFile: false,
    logLevel: 'error',
    publicDir: false,
    ssr: { noExternal: true },
    build: {
      ssr: fileURLToPath(new URL('versions-writer.ts', import.meta.url)),
      outDir: join(folder, 'program'),
      target: 'node20',
      rolldownOptions: { output: { entryFileNames: 'program.mjs' } },
    },
  });
  return join(folder, 'program', 'program.mjs');
}

/** Runs the program once. Takes and returns the headers of writes whose preconditions no longer hold after a kill. */
async function killOnce(
  program: string,
  path: string,
  tally: VersionTally,
  contents: Map<string, string>,
  stale: readonly (readonly [string, string])[],
): Promise<readonly (readonly [string, string])[]> {
  const edit = tally.kills % 2 === 0 ? 'client' : `console ${tally.kills}`;
  const child = spawn(process.execPath, [program, path, edit], { stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = once(child, 'exit');
  const [line] = await Promise.race([once(child.stdout.setEncoding('utf8'), 'data'), ended]);
  if (typeof line !== 'string') throw new Error('The program ended by itself.');
  const send = clientOf(Number(line));
  const patch = (name: string, headers: readonly (readonly [string, string])[] = []) =>
    send({ method: 'PATCH', target: '/api/users/1', headers, body: JSON.stringify({ name }) });
  for (const header of stale) {
    const { status } = await patch('lost update', [header]);
    tally.lostUpdates += status === 412 ? 0 : 1;
  }
  if (edit === 'client') await patch(`kill ${tally.kills}`);
  const response = await send({ method: 'GET', target: '/api/users/1' });
  const [tag, version] = [response.header('ETag') ?? '', response.header('X-Resource-Version') ?? ''];
  for (const name of [tag, version]) {
    if ((contents.get(name) ?? response.body) !== response.body) tally.repeated += 1;
    contents.set(name, response.body);
  }
  await sleep(Math.random() * longestLife);
  child.kill('SIGKILL');
  await ended;
  tally.kills += 1;
  return [
    ['X-Resource-Version', version],
    ['If-Match', tag],
  ];
}
