import { basename, dirname } from 'node:path';
import type { FileSystem } from '../../server/store/file-system.ts';
import { systemError } from '../server/store/failing-file-system.ts';
import type { Random } from './random.ts';
import type { World } from './world.ts';

/** A bug to be planted under the store: a promise that the disk does not keep. */
export type DiskFault = 'no sync of files' | 'no sync of the folder' | 'rename before write' | 'no reservation';

interface File {
  readonly bytes: Buffer;
  readonly time: number;
}

/** The files of the one folder of a disk, by name. */
export type Image = ReadonlyMap<string, File>;

type Operation =
  | { readonly kind: 'write'; readonly inode: number; readonly at: number; readonly bytes: Buffer }
  | { readonly kind: 'sync'; readonly inode: number }
  | { readonly kind: 'link'; readonly name: string; readonly inode: number }
  | { readonly kind: 'rename'; readonly from: string; readonly to: string; readonly inode: number }
  | { readonly kind: 'unlink'; readonly name: string }
  | { readonly kind: 'sync folder' };

interface Inode {
  readonly id: number;
  bytes: Buffer;
  time: number;
}

/** The folder that the simulated disk has. */
export const folder = '/simulated';

/**
 * A disk in memory that logs every change. {@link crashAt} gives the files that a crash leaves after any number of changes:
 * synced ones are there, and of the others some, in part, and in any order.
 */
export class Disk {
  readonly #world: World;
  readonly #faults: ReadonlySet<DiskFault>;
  readonly #start: Image;
  readonly #inodes: Inode[] = [];
  readonly #entries = new Map<string, Inode>();
  readonly #open = new Map<number, Inode | null>();
  readonly #log: Operation[] = [];
  /** Tells a process from those before it that had its id. */
  readonly #life: number;

  constructor(world: World, start: Image, life: number, faults: readonly DiskFault[] = []) {
    this.#world = world;
    this.#start = start;
    this.#life = life;
    this.#faults = new Set(faults);
    for (const [name, { bytes, time }] of start) this.#entries.set(name, this.#newInode(bytes, time));
  }

  /** The number of changes so far. */
  get changes(): number {
    return this.#log.length;
  }

  get names(): readonly string[] {
    return [...this.#entries.keys()].sort();
  }

  read(name: string): Buffer {
    return this.#inode(`${folder}/${name}`, 'open').bytes;
  }

  /**
   * The files after a crash that followed the first changes. A kill leaves all of these changes. A power cut leaves those
   * that were synced, of the unsynced writes of a file a beginning, and of the unsynced changes of the folder any.
   */
  crashAt(changes: number, isPowerCut: boolean, random: Random): Image {
    const done = this.#log.slice(0, changes);
    const bytes = this.#bytesAfter(done, isPowerCut, random);
    const entries = new Map([...this.#start.keys()].map((name, inode) => [name, inode]));
    const synced = done.findLastIndex(({ kind }) => kind === 'sync folder');
    for (const [index, operation] of done.entries()) {
      if (isPowerCut && index > synced && random.chance(0.5)) continue;
      if (operation.kind === 'link') entries.set(operation.name, operation.inode);
      if (operation.kind === 'unlink') entries.delete(operation.name);
      if (operation.kind === 'rename') {
        entries.delete(operation.from);
        entries.set(operation.to, operation.inode);
      }
    }
    const time = this.#world.now;
    return new Map(
      [...entries].map(([name, inode]) => [
        name,
        { bytes: bytes.get(inode) ?? Buffer.alloc(0), time: this.#inodes[inode]?.time ?? time },
      ]),
    );
  }

  #bytesAfter(done: readonly Operation[], isPowerCut: boolean, random: Random): ReadonlyMap<number, Buffer> {
    const bytes = new Map([...this.#start.values()].map((file, inode) => [inode, file.bytes]));
    const torn = new Set<number>();
    const synced = new Map<number, number>();
    for (const [index, operation] of done.entries()) if (operation.kind === 'sync') synced.set(operation.inode, index);
    for (const [index, operation] of done.entries()) {
      if (operation.kind !== 'write' || torn.has(operation.inode)) continue;
      const { inode, at } = operation;
      const isSynced = index < (synced.get(inode) ?? 0);
      const isTorn = isPowerCut && !isSynced && random.chance(0.5);
      if (isTorn) torn.add(inode);
      const kept = isTorn ? tear(operation.bytes, random) : operation.bytes;
      bytes.set(inode, Buffer.concat([(bytes.get(inode) ?? Buffer.alloc(0)).subarray(0, at), kept]));
    }
    return bytes;
  }

  /** The file system of a program on this disk. Each asynchronous call happens when the world lets it. */
  get fileSystem(): FileSystem {
    const later =
      <Args extends unknown[], T>(call: (...args: Args) => T) =>
      async (...args: Args): Promise<T> => {
        await this.#world.call();
        return call(...args);
      };
    const stat = (path: string) => this.#stat(path);
    const unlink = (path: string) => this.#unlink(path);
    const rename = (from: string, to: string) => this.#rename(from, to);
    return {
      access: later(stat),
      lstat: later(stat),
      stat: later(stat),
      realpath: later((path: string) => {
        stat(path);
        return path;
      }),
      readdir: later(() => this.names),
      readFile: later((path: string, encoding?: BufferEncoding) => {
        const bytes = this.#processFile(path) ?? this.#inode(path, 'open').bytes;
        return encoding === undefined ? bytes : bytes.toString(encoding);
      }),
      mkdir: later(() => undefined),
      rename: later(rename),
      unlink: later(unlink),
      open: later((path: string, flags: string) => this.#handle(this.#openFile(path, flags), later)),
      openSync: (path: string, flags: string) => this.#openFile(path, flags),
      writeSync: (file: number, text: string) => this.#write(file, Buffer.from(text)),
      fsyncSync: (file: number) => this.#sync(file),
      closeSync: (file: number) => void this.#open.delete(file),
      renameSync: rename,
      unlinkSync: unlink,
      watchFile: () => undefined,
      unwatchFile: () => undefined,
    } as unknown as FileSystem;
  }

  #handle(file: number, later: <Args extends unknown[], T>(call: (...args: Args) => T) => unknown) {
    return {
      write: later((bytes: Buffer, start: number) => {
        // A call may write only a part.
        const length = Math.ceil((bytes.length - start) * (this.#world.random.chance(0.2) ? 0.5 : 1));
        return { bytesWritten: this.#write(file, bytes.subarray(start, start + length)) };
      }),
      writeFile: later((text: string) => void this.#write(file, Buffer.from(text))),
      chmod: later(() => undefined),
      sync: later(() => this.#sync(file)),
      stat: later(() => statsOf(this.#opened(file))),
      close: later(() => void this.#open.delete(file)),
    };
  }

  #newInode(bytes: Buffer, time: number): Inode {
    const inode = { id: this.#inodes.length, bytes, time };
    this.#inodes.push(inode);
    return inode;
  }

  #inode(path: string, syscall: string): Inode {
    const inode = dirname(path) === folder ? this.#entries.get(basename(path)) : undefined;
    if (!inode) throw systemError('ENOENT', syscall);
    return inode;
  }

  /** The start of a process, from which a lock knows whether its process has ended. */
  #processFile(path: string): Buffer | undefined {
    if (path === '/proc/sys/kernel/random/boot_id') return Buffer.from('boot\n');
    const fields = ['R', ...Array.from({ length: 18 }, () => '0'), String(this.#life)];
    return path.startsWith('/proc/') ? Buffer.from(`1 (node) ${fields.join(' ')}`) : undefined;
  }

  #stat(path: string) {
    return path === folder ? { isFile: () => false, isDirectory: () => true } : statsOf(this.#inode(path, 'stat'));
  }

  #openFile(path: string, flags: string): number {
    const file = this.#open.size === 0 ? 3 : Math.max(...this.#open.keys()) + 1;
    if (path === folder || flags === 'r') {
      this.#open.set(file, path === folder ? null : this.#inode(path, 'open'));
      return file;
    }
    const name = this.#placed(basename(path));
    if (this.#entries.has(name) && name === basename(path)) throw systemError('EEXIST', 'open');
    const inode = this.#newInode(Buffer.alloc(0), this.#world.now);
    this.#entries.set(name, inode);
    this.#log.push({ kind: 'link', name, inode: inode.id });
    this.#open.set(file, inode);
    return file;
  }

  /** With the planted bug, a new content takes its place before it is written. */
  #placed(name: string): string {
    return this.#faults.has('rename before write') ? name.replace(/\.[0-9a-f]{16}\.saving$/, '') : name;
  }

  #opened(file: number): Inode {
    const inode = this.#open.get(file);
    if (!inode) throw systemError('EBADF', 'write');
    return inode;
  }

  #write(file: number, bytes: Buffer): number {
    const inode = this.#opened(file);
    this.#log.push({ kind: 'write', inode: inode.id, at: inode.bytes.length, bytes: Buffer.from(bytes) });
    inode.bytes = Buffer.concat([inode.bytes, bytes]);
    inode.time = this.#world.now;
    return bytes.length;
  }

  #sync(file: number): void {
    const inode = this.#open.get(file);
    if (inode === null && !this.#faults.has('no sync of the folder')) this.#log.push({ kind: 'sync folder' });
    if (inode && !this.#faults.has('no sync of files')) this.#log.push({ kind: 'sync', inode: inode.id });
  }

  #rename(from: string, to: string): void {
    if (this.#placed(basename(from)) !== basename(from)) return;
    const inode = this.#inode(from, 'rename');
    this.#entries.delete(basename(from));
    if (to.endsWith('.versions') && this.#faults.has('no reservation')) {
      this.#log.push({ kind: 'unlink', name: basename(from) });
      return;
    }
    this.#entries.set(basename(to), inode);
    this.#log.push({ kind: 'rename', from: basename(from), to: basename(to), inode: inode.id });
  }

  #unlink(path: string): void {
    this.#inode(path, 'unlink');
    this.#entries.delete(basename(path));
    this.#log.push({ kind: 'unlink', name: basename(path) });
  }
}

/** The beginning of an unsynced write; the rest may be there as zeros. */
function tear(bytes: Buffer, random: Random): Buffer {
  const kept = bytes.subarray(0, random.below(bytes.length + 1));
  return random.chance(0.3) ? Buffer.concat([kept, Buffer.alloc(bytes.length - kept.length)]) : kept;
}

function statsOf({ id, bytes, time }: Inode) {
  const nanoseconds = BigInt(Math.floor(time * 1000)) * 1000n;
  return {
    isFile: () => true,
    isDirectory: () => false,
    isSymbolicLink: () => false,
    size: bytes.length,
    mode: 0o100644,
    mtimeMs: time,
    ctimeMs: time,
    mtimeNs: nanoseconds,
    ctimeNs: nanoseconds,
    dev: 1,
    ino: id,
  };
}
