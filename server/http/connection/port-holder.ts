/**
 * Finds the process that listens on a port of this machine, as far as an ordinary account may know. Every operating system
 * has its own tool. Without a certain result it names nothing: a guess would send a tester after the wrong program.
 */
import { readdir, readFile, readlink } from 'node:fs/promises';
import { promisify } from 'node:util';

/** Milliseconds that a system tool may take. */
const toolTimeout = 1_500;

/** A phrase such as `node (process 1234)`; null if the process is unknown. */
export async function portHolder(port: number, platform: NodeJS.Platform = process.platform): Promise<string | null> {
  try {
    switch (platform) {
      case 'linux':
        return await holderOnLinux(port);
      case 'darwin':
        return readLsof(await output('lsof', ['-nP', `-iTCP:${port}`, '-sTCP:LISTEN', '-Fpc']));
      case 'win32':
        return await holderOnWindows(port);
      default:
        return null;
    }
  } catch {
    return null;
  }
}

async function output(tool: string, args: readonly string[]): Promise<string> {
  const { execFile } = await import('node:child_process');
  const { stdout } = await promisify(execFile)(tool, args, { timeout: toolTimeout, windowsHide: true });
  return stdout;
}

async function holderOnLinux(port: number): Promise<string | null> {
  const tables = await Promise.all(
    ['/proc/net/tcp', '/proc/net/tcp6'].map((file) => readFile(file, 'utf8').catch(() => '')),
  );
  const listeners = tables.flatMap((table) => readSocketTable(table, port));
  if (listeners.length === 0) return null;
  const sockets = new Set(listeners.map(({ inode }) => `socket:[${inode}]`));
  for (const pid of await readdir('/proc')) {
    if (!/^\d+$/.test(pid) || !(await hasOpen(pid, sockets))) continue;
    return process.pid === Number(pid) ? 'this program itself' : `${await nameOf(pid)} (process ${pid})`;
  }
  const own = process.getuid?.();
  return listeners.every(({ uid }) => uid !== own) ? 'a program of another account' : null;
}

async function nameOf(pid: string): Promise<string> {
  return (await readFile(`/proc/${pid}/comm`, 'utf8')).trim();
}

/** True if the process has one of these sockets open; false for a process whose files this account may not see. */
async function hasOpen(pid: string, sockets: ReadonlySet<string>): Promise<boolean> {
  const folder = `/proc/${pid}/fd`;
  const files = await readdir(folder).catch(() => []);
  const targets = await Promise.all(files.map((file) => readlink(`${folder}/${file}`).catch(() => '')));
  return targets.some((target) => sockets.has(target));
}

/** The sockets that listen on a port, from a kernel table in the format of /proc/net/tcp (proc(5)). */
export function readSocketTable(
  table: string,
  port: number,
): readonly { readonly inode: string; readonly uid: number }[] {
  const end = `:${port.toString(16).toUpperCase().padStart(4, '0')}`;
  return table.split('\n').flatMap((line) => {
    const [, local = '', , state, , , , uid, , inode] = line.trim().split(/\s+/);
    return local.endsWith(end) && state === '0A' && inode !== undefined ? [{ inode, uid: Number(uid) }] : [];
  });
}

/** The first process in the output of `lsof -Fpc`, which writes `p` before its number and `c` before its name. */
export function readLsof(text: string): string | null {
  const [, pid, name] = /^p(\d+)\nc(.+)$/m.exec(text) ?? [];
  return pid === undefined ? null : `${name} (process ${pid})`;
}

async function holderOnWindows(port: number): Promise<string | null> {
  const pid = readNetstat(await output('netstat', ['-ano', '-p', 'TCP']), port);
  if (pid === null) return null;
  const row = await output('tasklist', ['/FI', `PID eq ${pid}`, '/FO', 'CSV', '/NH']);
  const name = /^"([^"]+)"/.exec(row.trim())?.[1];
  return name === undefined ? null : `${name} (process ${pid})`;
}

/**
 * The number of the process that listens on a port, from the output of `netstat -ano`. A listener has remote port 0; the
 * word for its state depends on the language of the system.
 */
export function readNetstat(text: string, port: number): string | null {
  for (const line of text.split(/\r?\n/)) {
    const [protocol, local, remote, , pid] = line.trim().split(/\s+/);
    if (protocol === 'TCP' && local?.endsWith(`:${port}`) && remote?.endsWith(':0') && pid !== undefined) return pid;
  }
  return null;
}
