/**
 * The reference is written from the same tables as the program. `npm run reference` writes it anew; the test fails while the
 * committed text differs.
 */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { commands } from '../../server/contract/command.ts';
import { catalogue } from '../../server/domain/basics/problem.ts';
import { defaultSettings, type Settings } from '../../server/domain/model/settings.ts';
import { exitCodes, type FlagName, flagTable, variableOf } from '../../server/flags/flag-table.ts';
import { commandTable } from '../../server/headless/file-commands.ts';
import { checkSettings } from '../../server/store/formats/settings-format.ts';
import { root } from '../architecture/skeleton.ts';
import { readDocstrings } from './docstrings.ts';
import { shape } from './shape.ts';

test('server/docs/reference.md says what the program does', async () => {
  await expect(reference()).toMatchFileSnapshot(join(root, 'server/docs/reference.md'));
});

test('every command and every setting has a docstring', () => {
  const docstrings = commandDocstrings();
  expect(Object.keys(commands).filter((name) => !docstrings.has(name))).toEqual([]);
  expect(settingRows().filter(([, , , text]) => text === '')).toEqual([]);
});

function reference(): string {
  return `${[
    '# Reference',
    'Written by `npm run reference` from the tables of the program. Do not edit it by hand.',
    '## Flags',
    'Flags of `npm run serve -- …`, of `mock-api-console` and of `mock-api-console mcp`. [Headless](headless.md) shows them at work.',
    table(['Flag', 'Environment variable', 'Meaning'], flagRows()),
    'A flag wins over its variable. Names for `MOCK_API_CONSOLE_ALLOW_HOST` are separated by commas; a variable for a flag without a value takes `true` or `false`.',
    '## Exit codes',
    table(
      ['Code', 'When'],
      exitCodes.map(([code, text]) => [String(code), text]),
    ),
    '## Commands for files',
    'First words of the command line. [Headless](headless.md#commands-for-files) shows them at work.',
    table(['Command', 'Effect'], fileCommandRows()),
    '## Settings',
    'Members of `settings` in a [workspace file](workspace-file.md). Each may be left out.',
    table(['Setting', 'Default', 'Range', 'Meaning'], settingRows()),
    '## Problems',
    'An error is `application/problem+json` (RFC 9457); its `type` is `/problems/` and the code. `GET /problems/<code>` describes it.',
    table(['Code', 'Status', 'Title'], problemRows()),
    '## Commands',
    'Commands of the [console API](console-api.md), `POST /call/<command>`. Each takes a JSON object; a member without a type is a string, `?` marks a member that may be left out, `[x, …]` is an array.',
    ...commandSections(),
  ].join('\n\n')}\n`;
}

function flagRows(): string[][] {
  return Object.entries(flagTable).map(([name, flag]) => {
    const form = `--${name}${'value' in flag ? ` ${flag.value}` : ''}`;
    const variable = variableOf(name as FlagName);
    return [
      'short' in flag ? `\`-${flag.short}\`, \`${form}\`` : `\`${form}\``,
      variable ? `\`${variable}\`` : '',
      flag.text,
    ];
  });
}

function fileCommandRows(): string[][] {
  return Object.values(commandTable).map(({ usage, text }) => [`\`${usage}\``, text]);
}

function problemRows(): string[][] {
  const all = Object.entries(catalogue).map(([code, [status, title]]) => [`\`${code}\``, String(status), title]);
  return all.sort(([, a = ''], [, b = '']) => a.localeCompare(b));
}

function settingRows(): string[][] {
  const docstrings = readDocstrings('server/domain/model/settings.ts');
  const { log, ...plain } = defaultSettings;
  const settings = Object.entries(plain).map(([name, value]) => [name, value] as const);
  const limits = Object.entries(log).map(([name, value]) => [`log.${name}`, value] as const);
  return [...settings, ...limits].map(([name, value]) => [
    `\`${name}\``,
    `\`${JSON.stringify(value)}\``,
    typeof value === 'number' ? `${smallest(name)}…${largest(name)}` : '',
    docstrings.get(name.replace('log.', '')) ?? '',
  ]);
}

const isAccepted = (name: string, value: number): boolean => {
  const [group, member] = name.split('.');
  const changed =
    member === undefined ? { [name]: value } : { [group ?? '']: { ...defaultSettings.log, [member]: value } };
  return checkSettings({ ...defaultSettings, consolePort: 4012, ...changed } as Settings).ok;
};

/** The bounds are those that the decoder enforces. */
const smallest = (name: string): number => (isAccepted(name, 0) ? 0 : 1);

function largest(name: string): number {
  let [accepted, refused] = [1, 2 ** 40];
  while (refused - accepted > 1) {
    const middle = Math.floor((accepted + refused) / 2);
    if (isAccepted(name, middle)) accepted = middle;
    else refused = middle;
  }
  return accepted;
}

function commandDocstrings(): ReadonlyMap<string, string> {
  const folder = 'server/contract/commands';
  return new Map(readdirSync(join(root, folder)).flatMap((file) => [...readDocstrings(`${folder}/${file}`)]));
}

function commandSections(): string[] {
  const docstrings = commandDocstrings();
  return Object.entries(commands).map(([name, { input }]) => {
    const schema = z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' });
    return `### ${name}\n\n\`${shape(schema as Parameters<typeof shape>[0])}\`\n\n${docstrings.get(name) ?? ''}`.trimEnd();
  });
}

/** A Markdown table with its columns aligned, as the formatter has them. */
function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const cells = [head, ...rows].map((row) => row.map((cell) => cell.replaceAll('|', '\\|')));
  const widths = head.map((_, column) => Math.max(3, ...cells.map((row) => row[column]?.length ?? 0)));
  const line = (row: readonly string[]) =>
    `| ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`;
  const [title = [], ...body] = cells;
  return [title, widths.map((width) => '-'.repeat(width)), ...body].map(line).join('\n');
}
