/**
 * The workspaces that were open last. A list that cannot be read counts as empty, because it is only a convenience.
 */
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';

/** Files that are remembered. */
const most = 10;

/** Paths of workspaces that are still there, the latest first. */
export function readRecent(file: string): readonly string[] {
  try {
    const paths: unknown = JSON.parse(readFileSync(file, 'utf8'));
    return Array.isArray(paths) ? paths.filter((path) => typeof path === 'string' && existsSync(path)) : [];
  } catch {
    return [];
  }
}

/** The list once that file has been opened. */
export function withRecent(recent: readonly string[], path: string): readonly string[] {
  return [path, ...recent.filter((one) => one !== path)].slice(0, most);
}

/** Leaves either the old list or the new one, whenever the power fails. */
export function writeRecent(file: string, recent: readonly string[]): void {
  const fresh = `${file}.new`;
  writeFileSync(fresh, JSON.stringify(recent), { flush: true });
  renameSync(fresh, file);
}
