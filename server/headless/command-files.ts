/** Reads and writes the files of a command line. */
import { readFile, writeFile } from 'node:fs/promises';
import { buffer as bytesOf } from 'node:stream/consumers';
import { problem } from '../domain/basics/problem.ts';
import { accept, type Result, refuse } from '../domain/basics/result.ts';
import { writeDurably } from '../store/durable-file.ts';
import { fileFault, isSystemError, nodeFileSystem, reasonOf } from '../store/file-system.ts';
import { decodeText } from '../store/formats/file-text.ts';
import { printLines } from './terminal-lines.ts';

/** The name that stands for stdin and stdout. */
export const standardStream = '-';

/** The text of a file, or of stdin. A note about it goes to stderr. Refused with a sentence that names the file. */
export async function readText(path: string): Promise<Result<string>> {
  try {
    const isStream = path === standardStream;
    const fault = isStream ? undefined : await fileFault(path, nodeFileSystem);
    if (fault !== undefined) return refuse(problem('invalid-workspace', `${path} cannot be read: ${fault}.`));
    const text = decodeText(isStream ? await bytesOf(process.stdin) : await readFile(path), path);
    if (!text.ok) return refuse(problem('invalid-workspace', `${path} cannot be read. ${text.problem.detail}`));
    if (text.value.note !== undefined) printLines([`${path}: ${text.value.note}`]);
    return accept(text.value.text);
  } catch (error) {
    if (!isSystemError(error)) throw error;
    return refuse(problem('invalid-workspace', `${path} cannot be read: ${reasonOf(error)}.`));
  }
}

/** Writes a new file, or stdout. An existing file is replaced only by force, and then durably. */
export async function writeText(path: string, text: string, isForced: boolean): Promise<Result<null>> {
  if (path === standardStream) {
    await new Promise<void>((done) => process.stdout.write(text, () => done()));
    return accept(null);
  }
  if (isForced) {
    const written = await writeDurably(path, [text]);
    return written.ok ? accept(null) : refuse(written.problem.problem);
  }
  try {
    await writeFile(path, text, { flag: 'wx' });
    return accept(null);
  } catch (error) {
    if (!isSystemError(error)) throw error;
    const exists = error.code === 'EEXIST';
    const reason = exists ? 'exists already; --force replaces it' : `cannot be written: ${reasonOf(error)}`;
    return refuse(problem('save-failed', `${path} ${reason}.`));
  }
}
