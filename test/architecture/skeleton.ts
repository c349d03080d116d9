/** A project of one small module a layer in which every allowed import is made once, under the real guards. */
import { cpSync, mkdirSync, mkdtempSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('../..', import.meta.url));

/** The real files that guard the project. */
const guards = [
  '.biome.json',
  '.biome',
  'tsconfig.json',
  'server/domain/tsconfig.json',
  'server/contract/tsconfig.json',
  'server/client/tsconfig.json',
  'server/store/tsconfig.json',
  'server/runtime/tsconfig.json',
  'server/message/tsconfig.json',
  'server/log/tsconfig.json',
  'server/http/tsconfig.json',
  'server/tsconfig.json',
  'electron/tsconfig.json',
  'renderer/tsconfig.json',
];

/** Path and imports; every module exports `parts`, so that each can be imported. */
const modules: readonly (readonly [path: string, ...imports: string[]])[] = [
  ['server/domain/basics/problem.ts'],
  ['server/domain/json/pointer.ts', '../basics/problem.ts'],
  ['server/domain/filter/filter.ts', '../json/pointer.ts'],
  ['server/contract/schema/input.ts', '../../domain/basics/problem.ts', 'zod'],
  ['server/contract/commands/records.ts', '../schema/input.ts', '../../domain/basics/problem.ts', 'zod'],
  ['server/contract/command.ts', './commands/records.ts', '../domain/basics/problem.ts', 'zod'],
  ['server/client/client.ts', '../domain/basics/problem.ts', '../contract/command.ts', 'node:fs'],
  ['server/store/file.ts', '../domain/basics/problem.ts', '../contract/command.ts', 'node:fs'],
  ['server/runtime/clock.ts', '../domain/basics/problem.ts'],
  ['server/message/target.ts', '../domain/basics/problem.ts'],
  ['server/log/ring.ts', '../message/target.ts', '../runtime/clock.ts', '../store/file.ts'],
  [
    'server/http/app/mock-app.ts',
    '../../domain/basics/problem.ts',
    '../../contract/command.ts',
    '../../store/file.ts',
    '../../log/ring.ts',
    'koa',
    'node:http',
  ],
  ['server/workspace/live.ts', '../domain/basics/problem.ts', '../store/file.ts'],
  [
    'server/host.ts',
    './domain/basics/problem.ts',
    './contract/command.ts',
    './store/file.ts',
    './http/app/mock-app.ts',
    'node:path',
  ],
  ['server/shell.ts', './store/file.ts'],
  [
    'electron/main.ts',
    '../server/host.ts',
    '../server/shell.ts',
    '../server/contract/command.ts',
    'electron',
    'node:path',
  ],
  ['renderer/ui/button.ts', 'react'],
  ['renderer/console/client.ts', '../../server/contract/command.ts', '../../server/domain/basics/problem.ts'],
  [
    'renderer/exchange/picture.ts',
    '../ui/button.ts',
    '../console/client.ts',
    '../../server/contract/command.ts',
    '../../server/domain/basics/problem.ts',
  ],
  ['renderer/conflict/choice.ts', '../ui/button.ts', '../console/client.ts', '../../server/domain/basics/problem.ts'],
  ['renderer/features/alpha/model/state.ts'],
  [
    'renderer/features/alpha/room/table.ts',
    '../model/state.ts',
    '../../../ui/button.ts',
    '../../../console/client.ts',
    '../../../exchange/picture.ts',
    '../../../conflict/choice.ts',
    '../../../../server/contract/command.ts',
    '../../../../server/domain/basics/problem.ts',
  ],
  [
    'renderer/features/alpha/view.ts',
    './room/table.ts',
    '../../ui/button.ts',
    '../../console/client.ts',
    '../../exchange/picture.ts',
    '../../../server/contract/command.ts',
    '../../../server/domain/basics/problem.ts',
  ],
  ['renderer/features/beta/panel.ts', '../../ui/button.ts'],
  [
    'renderer/app/shell.ts',
    '../features/alpha/view.ts',
    '../features/beta/panel.ts',
    '../ui/button.ts',
    '../console/client.ts',
    '../exchange/picture.ts',
    '../../server/contract/command.ts',
    '../../server/domain/basics/problem.ts',
  ],
];

/** Writes the skeleton into a new temporary folder. @returns the folder */
export function writeSkeleton(): string {
  const folder = mkdtempSync(join(tmpdir(), 'mock-api-console-guards-'));
  for (const guard of guards) cpSync(join(root, guard), join(folder, guard), { recursive: true });
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'), 'junction');
  for (const [path, ...imports] of modules) {
    const names = imports.map((_, index) => `part${index}`);
    const lines = imports.map((from, index) => importLine(`part${index}`, from));
    write(folder, path, `${[...lines, `export const parts = [${names.join(', ')}];`].join('\n')}\n`);
  }
  return folder;
}

/** Electron's parts are allowed one by one. */
const importLine = (name: string, from: string): string =>
  from === 'electron' ? `import { app as ${name} } from 'electron';` : `import * as ${name} from '${from}';`;

export function write(folder: string, path: string, source: string): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), source);
}
