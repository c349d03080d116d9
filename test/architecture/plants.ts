/** Forbidden code and the guard that has to refuse it. Every piece becomes a file of its own. */

export interface Plant {
  readonly path: string;
  readonly source: string;
  /** The linter's or the compiler's name for what is wrong. */
  readonly rule: string;
}

interface Source {
  readonly folder: string;
  readonly source: string;
}

const sources = (folder: string, ...all: string[]): Source[] => all.map((source) => ({ folder, source }));

const planted = (all: readonly Source[], rule: string): Plant[] =>
  all.map(({ folder, source }, index) => ({ path: `${folder}/${rule.toLowerCase()}-${index}.ts`, source, rule }));

const value = (from: string) => `import { parts } from '${from}';\nexport const copy = parts;`;
const type = (from: string) => `import type { parts } from '${from}';\nexport type Copy = typeof parts;`;

/** What the linter's import lists refuse: the table of the layers, row by row, in every spelling of an import. */
const forbiddenImports: readonly Source[] = [
  ...sources(
    'server/domain/model',
    `import 'node:fs';`,
    `import type { Stats } from 'node:fs';\nexport type Copy = Stats;`,
    `import Koa from 'koa';\nexport const copy = Koa;`,
    `import type Koa from 'koa';\nexport type Copy = Koa;`,
    `import 'zod';`,
    `import 'electron';`,
    type('../../contract/command.ts'),
    value('../../store/file.ts'),
    value('../../http/app/mock-app.ts'),
    type('../../host.ts'),
    value('../../../server/store/file.ts'),
    value('../../../renderer/console/client.ts'),
    `export * from '../../contract/command.ts';`,
    `export { parts } from '../../store/file.ts';`,
    `export const later = () => import('../../store/file.ts');`,
  ),
  ...sources(
    'server/domain/json',
    `import 'node:fs';`,
    `import 'zod';`,
    type('../../contract/command.ts'),
    value('../../store/file.ts'),
    value('../../host.ts'),
  ),
  ...sources(
    'server/contract',
    `import 'node:fs';`,
    `import 'koa';`,
    value('../store/file.ts'),
    type('../http/app/mock-app.ts'),
    type('../host.ts'),
    value('../../renderer/console/client.ts'),
  ),
  ...sources(
    'server/contract/commands',
    `import 'node:fs';`,
    value('../../store/file.ts'),
    type('../../http/app/mock-app.ts'),
    type('../../host.ts'),
  ),
  ...sources(
    'server/client',
    `import 'koa';`,
    `import 'zod';`,
    value('../store/file.ts'),
    type('../http/app/mock-app.ts'),
    type('../host.ts'),
  ),
  ...sources(
    'server/store',
    `import 'koa';`,
    `import 'electron';`,
    type('../http/app/mock-app.ts'),
    value('../host.ts'),
  ),
  ...sources(
    'server/http/app',
    `import 'electron';`,
    value('../../host.ts'),
    type('../../host.ts'),
    value('../../workspace/live.ts'),
    value('../../../electron/main.ts'),
  ),
  ...sources(
    'server',
    `import 'electron';`,
    `import type { App } from 'electron';\nexport type Copy = App;`,
    value('../electron/main.ts'),
    value('../renderer/console/client.ts'),
  ),
  ...sources(
    'electron',
    `import { ipcMain } from 'electron';\nexport const copy = ipcMain;`,
    `import * as electron from 'electron';\nexport const copy = electron;`,
    `import 'koa';`,
    `import 'zod';`,
    value('../server/domain/basics/problem.ts'),
    value('../server/store/file.ts'),
    type('../server/http/app/mock-app.ts'),
    value('../renderer/console/client.ts'),
  ),
  ...sources(
    'renderer/ui',
    `import 'node:fs';`,
    `import 'electron';`,
    value('../console/client.ts'),
    type('../features/alpha/model.ts'),
    type('../../server/contract/command.ts'),
    type('../../server/domain/basics/problem.ts'),
  ),
  ...sources(
    'renderer/console',
    `import 'node:fs/promises';`,
    `import 'electron';`,
    value('../ui/button.ts'),
    value('../exchange/picture.ts'),
    value('../features/alpha/view.ts'),
    value('../app/shell.ts'),
    type('../../server/host.ts'),
    value('../../server/store/file.ts'),
    type('../../server/http/app/mock-app.ts'),
    value('../../electron/main.ts'),
  ),
  ...sources(
    'renderer/exchange',
    `import 'node:fs';`,
    `import 'electron';`,
    value('../features/alpha/view.ts'),
    type('../app/shell.ts'),
    type('../../server/host.ts'),
    value('../../server/http/app/mock-app.ts'),
  ),
  ...sources(
    'renderer/conflict',
    `import 'node:fs';`,
    `import 'electron';`,
    value('../features/alpha/view.ts'),
    type('../app/shell.ts'),
    type('../../server/host.ts'),
    value('../../server/http/app/mock-app.ts'),
  ),
  ...sources(
    'renderer/features/alpha',
    `import 'node:fs';`,
    `import 'electron/renderer';`,
    value('../beta/panel.ts'),
    type('../beta/panel.ts'),
    `export * from '../beta/panel.ts';`,
    `export const later = () => import('../beta/panel.ts');`,
    value('../../features/beta/panel.ts'),
    value('../../../renderer/features/beta/panel.ts'),
    value('../../app/shell.ts'),
    type('../../../server/host.ts'),
    value('../../../server/store/file.ts'),
    value('../../../server/http/app/mock-app.ts'),
    value('../../../electron/main.ts'),
  ),
  ...sources(
    'renderer/features/alpha/room',
    `import 'node:fs';`,
    `import 'electron/renderer';`,
    value('../../beta/panel.ts'),
    type('../../beta/room/panel.ts'),
    `export * from '../../beta/panel.ts';`,
    `export const later = () => import('../../beta/panel.ts');`,
    value('../../../features/beta/panel.ts'),
    value('../../../app/shell.ts'),
    type('../../../../server/host.ts'),
    value('../../../../server/store/file.ts'),
    value('../../../../electron/main.ts'),
  ),
  ...sources(
    'renderer/app',
    `import 'node:fs';`,
    `import 'electron';`,
    type('../../server/host.ts'),
    value('../../server/store/file.ts'),
    value('../../server/http/app/mock-app.ts'),
    value('../../electron/main.ts'),
  ),
];

/** What would pass the import lists, which read an import as it is written, and what purity means beyond imports. */
const disguised: readonly Source[] = [
  ...sources(
    'renderer/features/alpha',
    `export type Copy = import('../beta/panel.ts').Part;`,
    `export type Copy = typeof import('../beta/panel.ts');`,
    value('./../beta/panel.ts'),
    value('../../../server/domain/../../renderer/features/beta/panel.ts'),
    `export * from './../beta/panel.ts';`,
    `export const later = () => import('./../beta/panel.ts');`,
  ),
  ...sources('server/store', value('../domain/../http/app/mock-app.ts')),
  ...sources('renderer/app', value('../ui/../../server/host.ts')),
  ...sources(
    'server/domain',
    'export const now = () => Date.now();',
    'export const now = () => new Date();',
    'export const chance = () => Math.random();',
  ),
];

/** What the compiler refuses: one new target a layer, since it names a stray file only where it meets it first. */
const outsideProject: readonly Source[] = [
  ...sources(
    'server/domain',
    'export const title = document.title;',
    'export const env = process.env;',
    'export const timer = setTimeout;',
    `export type Copy = import('../store/file.ts').Part;`,
  ),
  ...sources(
    'server/contract',
    'export const env = process.env;',
    'export const title = document.title;',
    value('../store/file.ts'),
  ),
  ...sources('server/client', 'export const title = document.title;', value('../store/file.ts')),
  ...sources('server/store', 'export const title = document.title;', type('../host.ts')),
  ...sources('server/http/app', 'export const title = document.title;', value('../../host.ts')),
  ...sources('server', value('../electron/main.ts')),
  ...sources('electron', value('../renderer/console/client.ts')),
  ...sources(
    'renderer/app',
    'export const env = process.env;',
    `import 'node:fs';`,
    type('../../server/store/file.ts'),
  ),
];

/** House rules that are not about imports. */
const otherRules: readonly Plant[] = [
  { rule: 'noDefaultExport', path: 'server/http/app/default.ts', source: 'export default 1;' },
  { rule: 'noExcessiveLinesPerFile', path: 'renderer/ui/long.ts', source: 'export {};\n'.repeat(301) },
  { rule: 'useFilenamingConvention', path: 'electron/camelCase.ts', source: 'export const one = 1;' },
  { rule: 'noImportCycles', path: 'server/store/circle.ts', source: value('./circle-back.ts') },
  { rule: 'noImportCycles', path: 'server/store/circle-back.ts', source: value('./circle.ts') },
  { rule: 'noConsole', path: 'server/http/app/loud.ts', source: `console.log('here');` },
  { rule: 'noExplicitAny', path: 'server/http/app/loose.ts', source: 'export const loose: any = 1;' },
  {
    rule: 'noNonNullAssertion',
    path: 'server/http/app/sure.ts',
    source: 'export const sure = (text?: string) => text!;',
  },
  { rule: 'noFloatingPromises', path: 'server/http/app/lost.ts', source: 'const work = async () => 1;\nwork();' },
];

export const refusedByLinter: readonly Plant[] = [
  ...planted(forbiddenImports, 'noRestrictedImports'),
  ...planted(disguised, 'plugin'),
  ...otherRules,
];

export const refusedByCompiler: readonly Plant[] = planted(outsideProject, 'error');
