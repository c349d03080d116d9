import { cpSync } from 'node:fs';

/**
 * Copies the folder of a running host as a kill would leave it now, without the lock, which names this process, and without
 * temporary files: the host goes on saving, so one may be gone before it is copied.
 */
export function copyAsKilled(folder: string, copy: string): void {
  const isKept = (path: string) => !path.endsWith('.lock') && !path.endsWith('.saving');
  cpSync(folder, copy, { recursive: true, filter: isKept });
}
