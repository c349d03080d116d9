import { exitCodes, type FlagName, flagTable, variableOf } from '../flags/flag-table.ts';
import { commandTable } from './file-commands.ts';

const width = 96;

/** The help of the headless program, for a terminal: its flags in groups, their variables and the exit codes. */
export function helpText(): string {
  const names = Object.keys(flagTable) as FlagName[];
  const groups = [...new Set(names.map((name) => flagTable[name].group))];
  return [
    'Usage: mock-api-console [FLAGS]\n       mock-api-console mcp [FLAGS]\n       mock-api-console COMMAND FILE…',
    'Serves the mock API and its console until SIGTERM or SIGINT. When it listens, stdout has one\nline with the addresses:\nready {"mock":"http://…","console":"http://…","token":"…","open":"http://…"}\nA browser shows the console at "open", which has the token.',
    'With mcp, it speaks the Model Context Protocol over stdin and stdout, for an agent,\nand ends with it. The ready line is then on stderr.',
    ...groups.map((group) => {
      const rows = names.filter((name) => flagTable[name].group === group).map((name) => [formOf(name), textOf(name)]);
      return `${group}\n${columns(rows as [string, string][], 24)}`;
    }),
    `Each flag can also be set by an environment variable, such as ${variableOf('read-only')}=true or\n${variableOf('allow-host')}=mock,mock.test. A flag wins over its variable.`,
    `Commands for files, which serve nothing\n${columns(
      Object.values(commandTable).map(({ usage, text }) => [`${usage}\n${' '.repeat(6)}`, text]),
      4,
    )}`,
    `Exit codes\n${columns(
      exitCodes.map(([code, text]) => [String(code), text]),
      5,
    )}`,
  ].join('\n\n');
}

function formOf(name: FlagName): string {
  const flag = flagTable[name];
  const short = 'short' in flag ? `-${flag.short}, ` : '';
  return `${short}--${name}${'value' in flag ? ` ${flag.value}` : ''}`;
}

function textOf(name: FlagName): string {
  return flagTable[name].text.replaceAll('`', '');
}

/** Two columns, the right one wrapped to the width of a terminal. */
function columns(rows: readonly (readonly [string, string])[], left: number): string {
  const wrapped = new RegExp(`(.{1,${width - left - 2}})(?: |$)`, 'g');
  return rows
    .map(([first, text]) => `  ${first.padEnd(left)}${text.replace(wrapped, `$1\n${' '.repeat(left + 2)}`).trimEnd()}`)
    .join('\n');
}
