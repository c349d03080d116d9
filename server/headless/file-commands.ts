/** The commands that work on files and end: each prints its result and gives an exit code. */
import { basename, extname } from 'node:path';
import { parseArgs } from 'node:util';
import { problem } from '../domain/basics/problem.ts';
import { accept, type Result, refuse } from '../domain/basics/result.ts';
import { finish } from '../domain/basics/work.ts';
import type { JsonObject } from '../domain/json/json.ts';
import { count, quote } from '../domain/json/wording.ts';
import type { CollectionFixtures } from '../domain/model/collection-definition.ts';
import { describeApi } from '../domain/openapi/document.ts';
import { SharedCollection } from '../domain/records/shared-collection.ts';
import { describeFault } from '../domain/records/validate-record.ts';
import type { Workspace } from '../domain/workspace/workspace.ts';
import { openWorkspaceText } from '../store/formats/import-records.ts';
import { recordFormats, recordsText } from '../store/formats/records-text.ts';
import { encodeWorkspace, toBeWritten } from '../store/formats/workspace-format.ts';
import { SchemaChecker } from '../workspace/schema-checker.ts';
import { readText, standardStream, writeText } from './command-files.ts';
import { type FileChoice, readAnyFile } from './read-file.ts';
import { printLines } from './terminal-lines.ts';
import { verifyArchive } from './verify-archive.ts';

const formats = ['workspace', 'json-server', 'openapi', ...recordFormats] as const;
type Format = (typeof formats)[number];

/** Every command, as the help and the reference print it. */
export const commandTable = {
  check: { usage: 'check FILE…', text: 'Validates workspaces; names each fault with its line and JSON pointer.' },
  export: {
    usage: 'export FILE COLLECTION [--format json|ndjson|csv] [--output F] [--force]',
    text: 'Writes the records of a collection to a file, or to stdout.',
  },
  convert: {
    usage: 'convert FROM TO [--format FORMAT] [--collection NAME] [--key M] [--force]',
    text: `Makes a workspace of db.json, JSON, CSV, NDJSON, HAR or OpenAPI, or writes one as ${formats.slice(1).join(', ')}.`,
  },
  verify: {
    usage: 'verify EXPECTATIONS HAR [--junit F] [--force]',
    text: 'Compares the requests of an HTTP archive with the expectations.',
  },
  drift: {
    usage: 'drift FILE --upstream URL [--header LINE]… [--collection NAME]… [--writes] [--report F]',
    text: 'Compares the mock with the real service; with --writes also on records made for it. Further: --rate N, --force.',
  },
} as const;

/** The flags of a command, decoded. */
interface Arguments {
  readonly files: readonly string[];
  readonly format: string | undefined;
  readonly output: string | undefined;
  readonly collection: string | undefined;
  readonly key: string | undefined;
  readonly junit: string | undefined;
  readonly force: boolean;
}

/**
 * Runs the command that the first word names; undefined if it names none. The exit code is 0 for success, 1 if a file has
 * faults, an expectation is not met or drift is found, 2 if a file cannot be read or written or a word is wrong.
 */
export async function runFileCommand([name = '', ...words]: readonly string[]): Promise<number | undefined> {
  if (!Object.hasOwn(commandTable, name)) return undefined;
  const command = name as keyof typeof commandTable;
  if (words.includes('--help') || words.includes('-h')) {
    process.stdout.write(`Usage: mock-api-console ${commandTable[command].usage}\n${commandTable[command].text}\n`);
    return 0;
  }
  if (command === 'drift') return (await import('./drift-command.ts')).runDrift(words, commandTable.drift.usage);
  const given = argumentsOf(command, words);
  if (!given.ok) return fail(given.problem);
  switch (command) {
    case 'check':
      return check(given.value);
    case 'export':
      return exportCollection(given.value);
    case 'convert':
      return convert(given.value);
    default:
      return verifyFiles(given.value);
  }
}

const options = {
  check: {},
  export: { format: { type: 'string' }, output: { type: 'string' }, force: { type: 'boolean' } },
  convert: {
    format: { type: 'string' },
    collection: { type: 'string' },
    key: { type: 'string' },
    force: { type: 'boolean' },
  },
  verify: { junit: { type: 'string' }, force: { type: 'boolean' } },
} as const;

/** How many files a command takes: at least one for `check`, two for the others. */
function argumentsOf(command: keyof typeof options, args: readonly string[]): Result<Arguments, string> {
  const { usage } = commandTable[command];
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      options: options[command],
      strict: true,
      allowPositionals: true,
    });
    const { format, output, collection, key, junit, force } = values as Partial<Arguments>;
    const fits = command === 'check' ? positionals.length > 0 : positionals.length === 2;
    if (!fits || positionals.includes('')) return refuse(`Usage: mock-api-console ${usage}`);
    return accept({ files: positionals, format, output, collection, key, junit, force: force === true });
  } catch (error) {
    const reason = error instanceof Error ? (error.message.split(/\.\s|\n/)[0] ?? '') : '';
    return refuse(`${reason.replace(/\.$/, '')}. Usage: mock-api-console ${usage}`);
  }
}

async function check({ files }: Arguments): Promise<number> {
  let code = 0;
  for (const file of files) {
    const text = await readText(file);
    if (!text.ok) {
      code = fail(text.problem.detail);
      continue;
    }
    const { faults, summary } = faultsOf(text.value, file);
    if (faults.length === 0) process.stdout.write(`${file}: ${summary}\n`);
    else {
      printLines(faults.map((fault) => `${file}: ${fault}`));
      code = Math.max(code, 1);
    }
  }
  return code;
}

/** All faults of a workspace file: of its form, then of its schemas, then the records that do not fit them. */
function faultsOf(text: string, file: string): { readonly faults: readonly string[]; readonly summary: string } {
  const schemas = new SchemaChecker();
  const opened = openWorkspaceText(text, basename(file), { schemas });
  if (!opened.ok) {
    const { detail, faults } = opened.problem;
    return { faults: Array.isArray(faults) ? faults.map((fault) => `${fault}.`) : [detail], summary: '' };
  }
  const { collections } = opened.value.workspace;
  const faults = collections.flatMap(({ definition, records }) => {
    const compiled = finish(schemas.tryCompile(definition));
    if (!compiled.ok) return [compiled.problem.detail];
    return records.flatMap((record, index) => {
      const place = `/collections/${definition.name}/records/${index}`;
      return schemas.check(definition, record).map((fault) => `${place}${fault.pointer}: ${describeFault(fault)}.`);
    });
  });
  const records = collections.reduce((sum, one) => sum + one.records.length, 0);
  return { faults, summary: `valid, ${count(collections.length, 'collection')}, ${count(records, 'record')}` };
}

async function exportCollection({
  files,
  format = 'json',
  output = standardStream,
  force,
}: Arguments): Promise<number> {
  const [from = '', name] = files;
  const read = await readWorkspace(from);
  if (!read.ok) return fail(read.problem.detail);
  const { collections } = read.value;
  const chosen = collections.find(({ definition }) => definition.name === name);
  const names = collections.map(({ definition }) => definition.name).join(', ');
  if (!chosen) return fail(`${from} has no collection ${quote(name ?? '')}; it has ${names}.`);
  const text = recordsIn(chosen, format);
  return text.ok ? write(output, text.value, force) : fail(text.problem.detail);
}

async function convert({ files, format, collection, key, force }: Arguments): Promise<number> {
  const [from = '', to = ''] = files;
  const wanted = format ?? formatOf(to);
  if (!isFormat(wanted)) return fail(`--format takes ${formats.join(', ')}, not ${quote(wanted)}.`);
  const read = await readWorkspace(from, { collection, key });
  if (!read.ok) return fail(read.problem.detail);
  const text = textAs(read.value, wanted, collection);
  return text.ok ? write(to, text.value, force) : fail(text.problem.detail);
}

function textAs(workspace: Workspace, format: Format, collection: string | undefined): Result<string> {
  const { collections } = workspace;
  if (format === 'workspace') return accept([...encodeWorkspace(toBeWritten(workspace))].join(''));
  if (format === 'json-server') {
    const lists = Object.fromEntries(collections.map(({ definition, records }) => [definition.name, records]));
    return accept(`${JSON.stringify(lists, null, 2)}\n`);
  }
  if (format === 'openapi') return accept(`${JSON.stringify(apiOf(workspace), null, 2)}\n`);
  const chosen = collections.filter(({ definition }) => (collection ?? definition.name) === definition.name);
  const [only] = chosen;
  if (only && chosen.length === 1) return recordsIn(only, format);
  const names = collections.map(({ definition }) => definition.name).join(', ');
  return refuse(problem('bad-request', `${format} holds one collection: choose one of ${names} with --collection.`));
}

/** The OpenAPI document that the mock of a workspace serves. */
function apiOf({ name, settings, collections }: Workspace): JsonObject {
  const mocked = collections.map(
    ({ definition, records }) => [definition.name, new SharedCollection(definition, records)] as const,
  );
  return describeApi({ title: name, settings, collections: new Map(mocked) });
}

function recordsIn({ records }: CollectionFixtures, format: string): Result<string> {
  const known = recordFormats.find((one) => one === format);
  if (known) {
    const text = finish(recordsText(records, known));
    return text.ok ? accept(text.value.toString()) : text;
  }
  return refuse(problem('bad-request', `--format takes ${recordFormats.join(', ')}, not ${quote(format)}.`));
}

async function readWorkspace(path: string, choice?: FileChoice): Promise<Result<Workspace>> {
  const text = await readText(path);
  if (!text.ok) return text;
  const read = readAnyFile(text.value, path, choice);
  if (!read.ok) return refuse(problem('invalid-workspace', `${path}: ${read.problem.detail}`));
  printLines(read.value.notes);
  return accept(read.value.workspace);
}

async function verifyFiles({ files, junit, force }: Arguments): Promise<number> {
  const [expectations = '', archive = ''] = files;
  const text = await readText(archive);
  if (!text.ok) return fail(text.problem.detail);
  const verified = await verifyArchive(expectations, text.value, archive);
  if (!verified.ok) return fail(verified.problem.detail);
  const { lines, isMet, report } = verified.value;
  printLines(lines);
  const code = junit === undefined ? 0 : await write(junit, report, force);
  return code === 0 && !isMet ? 1 : code;
}

async function write(path: string, text: string, isForced: boolean): Promise<number> {
  const written = await writeText(path, text, isForced);
  return written.ok ? 0 : fail(written.problem.detail);
}

function formatOf(path: string): string {
  const extension = extname(path).slice(1).toLowerCase();
  return extension === 'csv' || extension === 'ndjson' ? extension : 'workspace';
}

function isFormat(text: string): text is Format {
  return formats.some((format) => format === text);
}

function fail(sentence: string): 2 {
  printLines([sentence]);
  return 2;
}
