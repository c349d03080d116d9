/**
 * The guards themselves: a linter that looks elsewhere and a compiler project that includes too much pass everything.
 * Forbidden code is planted in a copy outside the checkout, and the guards have to name every file of it.
 */
import { execFile } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Plant, refusedByCompiler, refusedByLinter } from './architecture/plants.ts';
import { root, write, writeSkeleton } from './architecture/skeleton.ts';

/** Which rules were broken in which file. */
type Findings = ReadonlyMap<string, ReadonlySet<string>>;

const lintFolder = writeSkeleton();
const typesFolder = writeSkeleton();
let lint: Findings;
let typesBefore: Findings;
let typesAfter: Findings;

beforeAll(async () => {
  plant(lintFolder, refusedByLinter);
  const linting = findLintErrors(lintFolder);
  typesBefore = await findTypeErrors(typesFolder);
  plant(typesFolder, refusedByCompiler);
  typesAfter = await findTypeErrors(typesFolder);
  lint = await linting;
}, 60_000);

afterAll(() => {
  for (const folder of [lintFolder, typesFolder]) rmSync(folder, { recursive: true, force: true });
});

test('the allowed imports pass the linter', () => {
  const planted = new Set(refusedByLinter.map(({ path }) => path));
  expect([...lint].filter(([path]) => !planted.has(path))).toEqual([]);
});

test('the allowed imports pass the compiler', () => {
  expect([...typesBefore]).toEqual([]);
});

test.each(refusedByLinter)('the linter refuses $path: $source', ({ path, rule }) => {
  expect([...(lint.get(path) ?? [])]).toContain(rule);
});

test.each(refusedByCompiler)('the compiler refuses $path: $source', ({ path, rule }) => {
  expect([...(typesAfter.get(path) ?? [])]).toContain(rule);
});

function plant(folder: string, plants: readonly Plant[]): void {
  for (const { path, source } of plants) write(folder, path, `${source}\n`);
}

/** A warning counts: the lint step lets none pass. */
async function findLintErrors(folder: string): Promise<Findings> {
  const biome = join(root, 'node_modules/@biomejs/biome/bin/biome');
  const output = await outputOf(folder, [biome, 'lint', '--reporter=json', '--max-diagnostics=none', '.']);
  const { diagnostics } = JSON.parse(output) as LintReport;
  const errors = diagnostics.filter(({ severity }) => severity === 'error' || severity === 'warning');
  return grouped(errors.map(({ location, category }) => [location.path, category.split('/').at(-1) ?? category]));
}

/** The part that is read of what the linter reports. */
interface LintReport {
  readonly diagnostics: readonly {
    readonly severity: string;
    readonly category: string;
    readonly location: { readonly path: string };
  }[];
}

async function findTypeErrors(folder: string): Promise<Findings> {
  const tsc = join(root, 'node_modules/typescript/bin/tsc');
  const output = await outputOf(folder, [
    tsc,
    '--build',
    'server',
    'server/client',
    'electron',
    'renderer',
    '--pretty',
    'false',
  ]);
  return grouped(
    [...output.matchAll(/^(\S+?)\(\d+,\d+\): (error) /gm)].map(([, path, rule]) => [path ?? '', rule ?? '']),
  );
}

/** What a tool prints; that it fails is what is wanted of it. */
function outputOf(cwd: string, args: readonly string[]): Promise<string> {
  return new Promise((resolve) => {
    execFile(process.execPath, args, { cwd, maxBuffer: 64 * 1024 * 1024 }, (_error, stdout) => resolve(stdout));
  });
}

function grouped(pairs: readonly (readonly [path: string, rule: string])[]): Findings {
  const findings = new Map<string, Set<string>>();
  for (const [path, rule] of pairs) findings.set(path, (findings.get(path) ?? new Set()).add(rule));
  return findings;
}
