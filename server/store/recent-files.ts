/** The workspaces that were open last. A list that cannot be read counts as empty, because it is only a convenience. */
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { isSystemError } from './file-system.ts';

/** The longest list. */
const most = 10;

/** Paths of workspaces that still exist, the latest first. */
export function readRecent(file: string): readonly string[] {
  try {
    const paths: unknown = JSON.parse(readFileSync(file, 'utf8'));
    return Array.isArray(paths) ? paths.filter((path) => typeof path === 'string' && existsSync(path)) : [];
  } catch {
    return [];
  }
}

/** The list after a file was opened. */
export function withRecent(recent: readonly string[], path: string): readonly string[] {
  return [path, ...recent.filter((one) => one !== path)].slice(0, most);
}

/** Replaces the list. A power cut leaves the old list or the new one; so does a folder that cannot be written. */
export function writeRecent(file: string, recent: readonly string[]): void {
  const fresh = `${file}.new`;
  try {
    writeFileSync(fresh, JSON.stringify(recent), { flush: true });
    renameSync(fresh, file);
  } catch (error) {
    if (!isSystemError(error)) throw error;
  }
}
