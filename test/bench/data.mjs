/** The data of the benchmarks: users of about 150 bytes, the same for every server. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export const folder = mkdtempSync(join(tmpdir(), 'mock-api-console-bench-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));

const day = 86_400_000;

/** @param {number} index */
function user(index) {
  const number = index + 1;
  return {
    userId: String(number),
    name: `User ${(number * 7919) % 100_003}`,
    status: number % 5 === 0 ? 'inactive' : 'active',
    plan: ['free', 'pro', 'team'][number % 3],
    age: 18 + ((number * 31) % 60),
    created_at: new Date(Date.UTC(2024, 0, 1) + ((number * 104_729) % (400 * day))).toISOString(),
  };
}

/** @param {number} count */
export function users(count) {
  return Array.from({ length: count }, (_, index) => user(index));
}

/**
 * Writes a workspace file with so many users and returns its path. `own` are the paths that the collection has beside those
 * below /api.
 * @param {number} count
 * @param {readonly string[]} own
 */
export function workspaceFile(count, own = []) {
  const path = join(folder, `${count}${own.length > 0 ? '-own' : ''}.json`);
  writeFileSync(path, workspaceText('userId', users(count), own));
  return path;
}

/**
 * The text of a workspace file with these users.
 * @param {string} key the member that holds the key
 * @param {readonly object[]} records
 * @param {readonly string[]} own
 */
export function workspaceText(key, records, own = []) {
  const head = `{"format":"mock-api-console","version":1,"name":"Bench","collections":{"users":{"key":"${key}","paths":${JSON.stringify(own)},`;
  const lines = records.map((record) => JSON.stringify(record));
  return `${head}"time":"created_at","records":[\n${lines.join(',\n')}\n]}}}`;
}
