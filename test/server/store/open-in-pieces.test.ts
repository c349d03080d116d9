import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { finish, type RunWork } from '../../../server/domain/basics/work.ts';
import { nodeFileSystem } from '../../../server/store/file-system.ts';
import { openWorkspaceFile } from '../../../server/store/open-workspace.ts';
import { encodeRecovery, readRecovery, recoveryPath } from '../../../server/store/recovery-file.ts';
import { hostileWorkspace } from '../../proof/hostile-workspace.ts';

test('opens the same workspace in many pieces while the program serves others', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'mock-api-console-open-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const path = join(folder, 'workspace.json');
  const text = hostileWorkspace(10_000);
  writeFileSync(path, text);
  let pieces = 0;
  const run: RunWork = async (work) =>
    finish(
      (function* counted() {
        for (;;) {
          const { done, value } = work.next();
          if (done) return value;
          pieces += 1;
          yield;
        }
      })(),
    );

  const sliced = await openWorkspaceFile(path, { storage: 'memory', run });
  const whole = await openWorkspaceFile(path, { storage: 'memory' });

  if (!sliced.ok || !whole.ok) throw new Error('A valid workspace was refused.');
  expect(sliced.value.workspace).toEqual(whole.value.workspace);
  // Decoding, parsing and indexing pause after pieces of their own.
  expect(pieces).toBeGreaterThan(text.length / 131_072 + text.length / 65_536 + 10_000 / 512);
});

test('reads a recovery file of many versions in pieces', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'mock-api-console-open-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const path = join(folder, 'workspace.json');
  const versions = Array.from({ length: 20_000 }, (_, id) => [String(id), 2 + (id % 5)] as const);
  const watermarks = { floor: 9, collections: new Map([['users', { floor: 9, first: 1, sessions: 0, versions }]]) };
  const recovery = { of: { seal: null, digest: 'x' }, watermarks };
  writeFileSync(recoveryPath(path), [...encodeRecovery(recovery)].join(''));
  let pieces = 0;
  const run: RunWork = async (work) => {
    for (;;) {
      const { done, value } = work.next();
      if (done) return value;
      pieces += 1;
    }
  };
  const read = await readRecovery(path, nodeFileSystem, run);
  if (read === undefined || read === 'damaged') throw new Error('The recovery file cannot be read.');
  expect([...(read.watermarks.collections.get('users')?.versions ?? [])]).toEqual(versions);
  expect(pieces).toBeGreaterThan(20_000 / 600);
});
