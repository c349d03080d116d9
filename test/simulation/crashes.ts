/**
 * Simulates crashes of the program: clients write, the console edits, and at any moment the program is killed or the power
 * fails. After each crash the program starts over what the disk has kept, and is checked.
 */
import { decodeWorkspace } from '../../server/store/formats/workspace-format.ts';
import { Disk, type DiskFault, type Image } from './disk.ts';
import { fileName, ids, Program } from './program.ts';
import { Random } from './random.ts';
import { World } from './world.ts';

export interface Crashes {
  states: number;
  /** Sentences about what was wrong, each with the number of the state. */
  readonly faults: string[];
}

/** A bug to be planted: in the disk, or in the confirmation of saves. */
export type Plant = DiskFault | 'confirmed before the write';

/** Contents of a record or a list, by its path and its tag or version. */
type Seen = ReadonlyMap<string, string>;

/** Crash states that are checked of one run of the program; the next run starts from the last of them. */
const statesOfRun = 12;
const mostActions = 14;
const mostFaults = 5;
/** Conditions from before a crash that are sent after it, the latest. */
const staleConditions = 80;

/** What happened in one run, with the number of changes of the disk until then. */
interface Run {
  readonly disk: Disk;
  /** The fixtures after each edit, the first at the start. */
  readonly edits: readonly string[];
  /** Confirmed saves: up to which edit. */
  readonly saves: readonly { readonly at: number; readonly edit: number }[];
  readonly observed: readonly { readonly at: number; readonly key: string; readonly body: string }[];
}

/** Checks so many crash states. Equal seeds give equal runs. */
export async function simulateCrashes(seed: number, states: number, plant?: Plant): Promise<Crashes> {
  const random = new Random(seed);
  const world = new World(random);
  const restore = world.install();
  try {
    return await crashOften(world, states, plant);
  } finally {
    restore();
  }
}

async function crashOften(world: World, states: number, plant: Plant | undefined): Promise<Crashes> {
  const { random } = world;
  const crashes: Crashes = { states: 0, faults: [] };
  let image: Image = new Map([[fileName, { bytes: Buffer.from(firstContent), time: world.now }]]);
  let seen: Seen = new Map();
  for (let life = 1; crashes.states < states && crashes.faults.length < mostFaults; life += 1) {
    const run = await runOnce(world, image, life, plant);
    for (let count = 0; count < statesOfRun && crashes.states < states; count += 1) {
      const at = random.below(run.disk.changes + 1);
      image = run.disk.crashAt(at, random.chance(0.7), random);
      const observed = run.observed.filter((one) => one.at <= at);
      const known = new Map([...seen, ...observed.map(({ key, body }) => [key, body] as const)]);
      const saved = run.saves.findLast((save) => save.at <= at)?.edit ?? 0;
      crashes.states += 1;
      const faults = await checkStart(world, image, life + 0.5, {
        seen: known,
        allowed: run.edits.slice(saved),
        plant,
      });
      crashes.faults.push(...faults.map((fault) => `State ${crashes.states}, change ${at}: ${fault}`));
      if (count === statesOfRun - 1) seen = known;
    }
  }
  return crashes;
}

const firstContent = JSON.stringify({
  format: 'mock-api-console',
  version: 1,
  collections: { things: { records: ids.slice(0, 3).map((id) => ({ id, value: 0 })) } },
});

/** Runs the program until a crash: writes and edits at random moments, sometimes to a clean end. */
async function runOnce(world: World, image: Image, life: number, plant: Plant | undefined): Promise<Run> {
  const { random } = world;
  const disk = new Disk(world, image, life, diskFaults(plant));
  const program = await Program.start(world, disk);
  const { saver } = program.workspaces.current;
  const edits = [program.fixtures];
  const saves: { at: number; edit: number }[] = [];
  const observed: { at: number; key: string; body: string }[] = [];
  const look = () => {
    for (const [key, body] of observe(program)) observed.push({ at: disk.changes, key, body });
  };
  const confirm = (edit: number) => saves.push({ at: disk.changes, edit });
  look();
  for (let action = random.below(mostActions); action >= 0; action -= 1) {
    const value = life * 1000 + action;
    if (random.chance(0.5)) program.writeAsClient(random, value);
    else {
      await world.until(program.edit(random, value));
      edits.push(program.fixtures);
      const edit = edits.length - 1;
      if (plant === 'confirmed before the write') confirm(edit);
      else void saver.settled().then(({ ok }) => ok && confirm(edit));
    }
    look();
    for (let steps = random.below(60); steps > 0; steps -= 1) await world.step();
  }
  if (random.chance(0.3)) await world.until(program.workspaces.close());
  world.crash();
  return { disk, edits, saves: saves.toSorted((a, b) => a.edit - b.edit), observed };
}

function diskFaults(plant: Plant | undefined): readonly DiskFault[] {
  return plant === undefined || plant === 'confirmed before the write' ? [] : [plant];
}

/** The tags and versions of all records and of the list, with the contents that they name. */
function observe(program: Program): readonly (readonly [key: string, body: string])[] {
  return [null, ...ids].flatMap((id) => {
    const { status, tag, version, body } = program.request('GET', id);
    if (status !== 200 || body === null) return [];
    const place = id ?? 'list';
    return [
      [`${place} If-Match ${tag}`, body] as const,
      ...(version === undefined ? [] : [[`${place} X-Resource-Version ${version}`, body] as const]),
    ];
  });
}

interface Expected {
  readonly seen: Seen;
  /** The fixtures that the crash may have left. */
  readonly allowed: readonly string[];
  readonly plant: Plant | undefined;
}

/** Starts the program after a crash; returns what is wrong. */
async function checkStart(world: World, image: Image, life: number, expected: Expected): Promise<readonly string[]> {
  // A guard of a lock counts as left by a killed process after five seconds.
  world.now += world.random.chance(0.5) ? 0 : 5001;
  const begun = world.now;
  const disk = new Disk(world, image, life, diskFaults(expected.plant));
  const faults: string[] = [];
  try {
    const program = await Program.start(world, disk);
    const { file, notes } = program.workspaces.current;
    if (file.readOnly !== null) faults.push(`the file is read-only: ${file.readOnly}`);
    if (notes.length > 0) faults.push(`an unexpected note: ${notes[0]}`);
    if (!expected.allowed.includes(program.fixtures)) faults.push(`a saved edit is lost; left is ${program.fixtures}`);
    faults.push(...repeatedNames(program, expected.seen));
    const closed = await world.until(program.workspaces.close());
    if (!closed.ok) faults.push(`the end fails: ${closed.problem.detail}`);
    const mayHaveGuard = (image.get(`${fileName}.lock.guard`)?.time ?? 0) > begun - 5000;
    faults.push(...strayFiles(disk, mayHaveGuard));
  } catch (error) {
    faults.push(`the start fails: ${error instanceof Error ? error.message : error}`);
  }
  world.crash();
  return faults;
}

/** Tags and versions that now name another content than before the crash, or whose old content still meets a condition. */
function repeatedNames(program: Program, seen: Seen): readonly string[] {
  const faults: string[] = [];
  const compare = () => {
    for (const [key, body] of observe(program)) {
      const before = seen.get(key);
      if (before !== undefined && before !== body) faults.push(`${key} named ${before} and now ${body}`);
    }
  };
  compare();
  for (const [key, body] of [...seen].slice(-staleConditions)) {
    const [id = '', header = '', value = ''] = key.split(' ');
    if (id === 'list' || program.request('GET', id).body === body) continue;
    const { status } = program.request('PATCH', id, [header, value], { value: -1 });
    if (status < 400) faults.push(`${key} of ${body} is still accepted`);
  }
  for (const id of ids) program.request('PATCH', id, [], { value: -2 });
  compare();
  return faults;
}

const expectedFiles = /^w\.json(\.recovery|(\.\d{8}-\d{6}-\d{3})?\.backup)?$/;

/** Files that a clean end should not leave, and backups that are not whole. */
function strayFiles(disk: Disk, mayHaveGuard: boolean): readonly string[] {
  const stray = disk.names
    .filter((name) => !expectedFiles.test(name) && !(mayHaveGuard && name.endsWith('.guard')))
    .map((name) => `${name} is left`);
  const backups = disk.names.filter((name) => name.endsWith('.backup'));
  const broken = backups.filter((name) => !decodeWorkspace(disk.read(name).toString()).ok);
  return [...stray, ...broken.map((name) => `${name} is damaged`)];
}
