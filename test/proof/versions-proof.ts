/**
 * Kills or ends a running program while the console edits and a client writes, changes its file in between as another program
 * does, and checks that no file is damaged, that no saved edit is lost, and that no version and no tag comes back for another
 * content.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { Agent } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import { decodeWorkspace } from '../../server/store/formats/workspace-format.ts';
import { decodeRecovery, recoveryPath } from '../../server/store/recovery-file.ts';
import { clientOf, type Send } from '../support/http-client.ts';

export interface VersionTally {
  kills: number;
  /** Kills that left an unreadable workspace or recovery file. */
  damaged: number;
  /** Kills that lost an edit whose save had been confirmed. */
  lost: number;
  /** Versions or tags, of records and of the list, that two contents have carried. */
  repeated: number;
  /** Conditional writes of a client from before the kill that were accepted. */
  lostUpdates: number;
  /** Responses with a tag that were compared. */
  observed: number;
  /** Edits whose save was confirmed. */
  edits: number;
  /** Kills after which another program took a record out of the file, or put one into it. */
  foreign: number;
  /** Those of the kills that let the program close its workspace. */
  closed: number;
}

/** A program is killed after it has confirmed none to this many saves, in turn. */
const mostSaves = 2;
/** Longest time until the kill then, in milliseconds. */
const longestDelay = 300;
/** The share of kills after which another program changes the file, and of those that only ask the program to end. */
const foreignShare = 0.25;
const closedShare = 0.25;
const ids = ['1', '2', '3', '4'];

/** What is known of all runs of the program. */
interface Known {
  /** Contents by target and tag or version. */
  readonly contents: Map<string, string>;
  /** For each record, the last header that named its content. */
  readonly stale: Map<string, readonly [name: string, value: string]>;
  readonly tally: VersionTally;
}

/** `onKill` hears of each kill, with their number so far. */
export async function versionsProof(kills: number, onKill = (_done: number) => {}): Promise<VersionTally> {
  const folder = await mkdtemp(join(tmpdir(), 'mock-api-console-versions-'));
  try {
    const program = await buildProgram(folder);
    const path = join(folder, 'workspace.json');
    const users = { key: 'userId', records: [{ userId: '1', name: 'Ada' }] };
    await writeFile(path, JSON.stringify({ format: 'mock-api-console', version: 1, collections: { users } }));
    const tally = {
      kills: 0,
      damaged: 0,
      lost: 0,
      repeated: 0,
      lostUpdates: 0,
      observed: 0,
      edits: 0,
      foreign: 0,
      closed: 0,
    };
    const known: Known = { contents: new Map(), stale: new Map(), tally };
    while (tally.kills < kills) {
      await killOnce(program, path, known);
      if (Math.random() < foreignShare) await changeElsewhere(path, tally);
      onKill(tally.kills);
    }
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

/** Runs the program once, from its start to its kill. */
async function killOnce(program: string, path: string, known: Known): Promise<void> {
  const { tally } = known;
  const first = tally.kills * 1000;
  const child = spawn(process.execPath, [program, path, String(first)], { stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = once(child, 'exit');
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text;
  });
  const ending = ended.then(() => {
    throw new Error('The program ended by itself.');
  });
  ending.catch(() => undefined);
  /** Waits for so many whole lines: the port, then one for each confirmed save. */
  const lines = async (count: number) => {
    while (output.split('\n').length <= count) await Promise.race([once(child.stdout, 'data'), ending]);
  };
  await lines(1);
  const port = Number.parseInt(output, 10);
  const agent = new Agent({ keepAlive: true });
  const send = clientOf(port, agent);
  await sendStale(send, known);
  const kill = async () => {
    await lines(1 + (tally.kills % (mostSaves + 1)));
    await sleep(Math.random() * longestDelay);
    child.kill(isClosed ? 'SIGTERM' : 'SIGKILL');
  };
  const isClosed = Math.random() < closedShare;
  // The kill breaks a request.
  await Promise.all([kill(), writeAndRead(send, known).catch(() => undefined)]);
  const [code] = await ended;
  if (code !== (isClosed ? 0 : null)) throw new Error('The program ended by itself.');
  agent.destroy();
  const saved = Array.from(output.matchAll(/^saved (\d+)$/gm), ([, edit]) => Number(edit));
  tally.edits += saved.length;
  tally.kills += 1;
  tally.closed += isClosed ? 1 : 0;
  const held = await heldEdit(path);
  if (held === undefined) tally.damaged += 1;
  else if (held < Math.max(0, ...saved)) tally.lost += 1;
}

/** Sends conditional writes with the headers from before the kill. A program that was closed may have the content still. */
async function sendStale(send: Send, { contents, stale, tally }: Known): Promise<void> {
  for (const [id, header] of stale) {
    const target = `/api/users/${id}`;
    const before = await send({ method: 'GET', target });
    const isSame = before.status === 200 && before.body === contents.get(`${target} ${header.join(' ')}`);
    const body = JSON.stringify({ name: 'lost update' });
    const { status } = await send({ method: 'PATCH', target, headers: [header], body });
    tally.lostUpdates += status === 412 || status === 404 || isSame ? 0 : 1;
  }
  stale.clear();
}

/** Writes and reads as a client until the program is killed, which rejects. */
async function writeAndRead(send: Send, { contents, stale, tally }: Known): Promise<never> {
  for (let write = 0; ; write += 1) {
    const id = ids[Math.floor(Math.random() * ids.length)] ?? '1';
    const body = JSON.stringify({ name: `kill ${tally.kills}, write ${write}` });
    if (Math.random() < 0.3) await send({ method: 'PATCH', target: `/api/users/${id}`, body });
    // A record that is gone is created again, in the live state only.
    if (Math.random() < 0.1)
      await send({
        method: 'POST',
        target: '/api/users',
        body: JSON.stringify({ userId: id, name: `made ${write} after kill ${tally.kills}` }),
      });
    for (const target of [`/api/users/${id}`, '/api/users']) {
      const response = await send({ method: 'GET', target });
      if (response.status !== 200) continue;
      tally.observed += 1;
      const version = response.header('X-Resource-Version');
      const named = [
        ['If-Match', response.header('ETag') ?? ''] as const,
        ...(version === undefined ? [] : [['X-Resource-Version', version] as const]),
      ];
      for (const header of named) {
        const key = `${target} ${header.join(' ')}`;
        if ((contents.get(key) ?? response.body) !== response.body) tally.repeated += 1;
        contents.set(key, response.body);
        if (target !== '/api/users') stale.set(id, header);
      }
    }
  }
}

/** Changes the file as another program does: takes a record out, or puts one in with a content of its own. */
async function changeElsewhere(path: string, tally: VersionTally): Promise<void> {
  const file = JSON.parse(await readFile(path, 'utf8'));
  const { users } = file.collections;
  // The edits that are counted are in the first record.
  const id = ids[1 + Math.floor(Math.random() * (ids.length - 1))];
  const others = users.records.filter(({ userId }: { readonly userId: string }) => userId !== id);
  const isThere = others.length < users.records.length;
  users.records = isThere ? others : [...others, { userId: id, name: `put in after kill ${tally.kills}` }];
  await writeFile(path, JSON.stringify(file));
  tally.foreign += 1;
}

/** The number of the edit that the file holds, 0 before the first; undefined if it or its recovery file is damaged. */
async function heldEdit(path: string): Promise<number | undefined> {
  const decoded = decodeWorkspace(await readFile(path, 'utf8'));
  const recovery = await readFile(recoveryPath(path), 'utf8').catch(() => undefined);
  if (!decoded.ok || (recovery !== undefined && !decodeRecovery(recovery))) return undefined;
  const record = decoded.value.collections[0]?.records.find(({ userId }) => userId === '1');
  return Number(record?.edit ?? 0);
}
