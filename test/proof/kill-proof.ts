/** Kills a saving program at random moments and checks the files that it leaves. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import { member } from '../../server/domain/json/json.ts';
import { decodeWorkspace } from '../../server/store/formats/workspace-format.ts';
import { openWorkspaceFile } from '../../server/store/open-workspace.ts';
import { decodeRecovery, recoveryPath } from '../../server/store/recovery-file.ts';

export interface KillTally {
  kills: number;
  /** Kills that left an unreadable workspace or recovery file, or a mixture of two states. */
  damaged: number;
  /** Kills that lost a state whose save had been confirmed. */
  lost: number;
  /** The largest number of temporary files that a kill left. */
  mostOrphans: number;
  /** Kills that left a temporary file. */
  withOrphan: number;
  /** States saved in all. */
  states: number;
  /** Temporary files that remain after the workspace is opened again. */
  unswept: number;
}

/** A program is killed after it has confirmed none to this many saves, in turn, so that every run of the proof makes progress. */
const mostSaves = 2;
/** The longest delay of a kill in milliseconds: enough for a few more saves. */
const longestDelay = 250;

/** `onKill` hears of each kill, with their number so far. */
export async function killProof(kills: number, onKill = (_done: number) => {}): Promise<KillTally> {
  const folder = await mkdtemp(join(tmpdir(), 'mock-api-console-kill-'));
  try {
    const writer = await buildWriter(folder);
    const path = join(folder, 'workspace.json');
    await writeFile(path, '{"format":"mock-api-console","version":1,"name":"1"}');
    const tally: KillTally = { kills: 0, damaged: 0, lost: 0, mostOrphans: 0, withOrphan: 0, states: 0, unswept: 0 };
    while (tally.kills < kills) {
      await killOnce(writer, path, tally);
      onKill(tally.kills);
    }
    const opened = await openWorkspaceFile(path);
    if (opened.ok) await opened.value.file.close();
    tally.unswept = (await orphans(folder)).length;
    return tally;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function buildWriter(folder: string): Promise<string> {
  await build({
    configFile: false,
    logLevel: 'error',
    publicDir: false,
    ssr: { noExternal: true },
    build: {
      ssr: fileURLToPath(new URL('kill-writer.ts', import.meta.url)),
      outDir: join(folder, 'program'),
      target: 'node20',
      rolldownOptions: { output: { entryFileNames: 'writer.mjs' } },
    },
  });
  return join(folder, 'program', 'writer.mjs');
}

async function killOnce(writer: string, path: string, tally: KillTally): Promise<void> {
  const child = spawn(process.execPath, [writer, path], { stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = once(child, 'exit');
  // The state at the start, then one line for each confirmed save.
  let output = '';
  const wanted = 1 + (tally.kills % (mostSaves + 1));
  await new Promise<void>((resolve, reject) => {
    child.stdout.setEncoding('utf8').on('data', (text) => {
      output += text;
      if (output.split('\n').length > wanted) resolve();
    });
    child.on('exit', () => reject(new Error('The saving program ended by itself.')));
  });
  await sleep(Math.random() * longestDelay);
  if (child.exitCode !== null) throw new Error('The saving program ended by itself.');
  child.kill('SIGKILL');
  await ended;
  const confirmed = Math.max(...output.split('\n').slice(0, -1).map(Number));
  const held = await heldState(path);
  const left = (await orphans(join(path, '..'))).length;
  tally.kills += 1;
  tally.damaged += held === undefined ? 1 : 0;
  tally.lost += held !== undefined && held < confirmed ? 1 : 0;
  tally.mostOrphans = Math.max(tally.mostOrphans, left);
  tally.withOrphan += left > 0 ? 1 : 0;
  tally.states = Math.max(tally.states, confirmed);
}

/** The number of the saved state; undefined if the file is damaged or mixes two states. */
async function heldState(path: string): Promise<number | undefined> {
  const decoded = decodeWorkspace(await readFile(path, 'utf8'));
  const recovery = await readFile(recoveryPath(path), 'utf8').catch(() => undefined);
  if (!decoded.ok || (recovery !== undefined && !decodeRecovery(recovery))) return undefined;
  const state = Number(decoded.value.name);
  const records = decoded.value.collections.flatMap((collection) => collection.records);
  return records.every((record) => member(record, 'state') === state) ? state : undefined;
}

async function orphans(folder: string): Promise<readonly string[]> {
  return (await readdir(folder)).filter((name) => name.endsWith('.saving'));
}
