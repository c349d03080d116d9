/** The start of the headless program is fast because it loads only what its first response needs. */
import { posix } from 'node:path';
import { parseSync } from 'vite';
import { expect, test } from 'vitest';
import { readSources, type Sources } from './imports.ts';

test('the start of the program loads these packages, and no others', () => {
  const packages = [...loadedBy('server/main.ts', readSources())].filter((name) => !/^(node:|server\/)/.test(name));
  expect(packages.sort()).toEqual(['@koa/router', 'ajv/dist/2020.js', 'koa', 're2js', 'yaml']);
});

/** Rooms and files that wait for their first use: the schemas of commands, agents, sharing, certificates, `drift`. */
const onDemand =
  /^server\/(client|contract\/(commands|decode)|mcp|share\/(share|engine\/engine-client)\.ts|tls\/certificate-store|headless\/drift-command)/;

test('the start of the program loads no room that waits for its first use', () => {
  const loaded = [...loadedBy('server/main.ts', readSources())];
  expect(loaded).toContain('server/host.ts');
  expect(loaded.filter((name) => onDemand.test(name))).toEqual([]);
});

test('a file loads what it imports and exports again, but no types and nothing by import()', () => {
  const sources = new Map([
    [
      'a.ts',
      "import { b } from './b.ts'; import type { T } from './t.ts'; export const late = () => import('./late.ts');",
    ],
    [
      'b.ts',
      "export { c } from './c.ts'; export type { U } from './u.ts'; import { type V } from './v.ts'; import './d.ts';",
    ],
    ['c.ts', "export * from 'package';"],
  ]);
  expect([...loadedBy('a.ts', sources)]).toEqual(['a.ts', 'b.ts', 'd.ts', 'c.ts', 'package']);
});

/** The files and packages that are evaluated with a file: those behind its imports of values, at any distance. */
function loadedBy(entry: string, sources: Sources): ReadonlySet<string> {
  const loaded = new Set([entry]);
  for (const from of loaded) {
    for (const specifier of valueImports(from, sources.get(from))) {
      loaded.add(specifier.startsWith('.') ? posix.join(posix.dirname(from), specifier) : specifier);
    }
  }
  return loaded;
}

/** The specifiers from which a text imports or exports values; `import()` waits for its call. */
function valueImports(path: string, text = ''): readonly string[] {
  const { staticImports, staticExports } = parseSync(path, text).module;
  const imported = staticImports.filter(({ entries }) => entries.length === 0 || entries.some(({ isType }) => !isType));
  const exported = staticExports.flatMap(({ entries }) => entries.filter(({ isType }) => !isType));
  return [...imported, ...exported].flatMap(({ moduleRequest }) => moduleRequest?.value ?? []);
}
