/** Runs the command lines of the README and of server/docs, in a folder of their own, as they are written there. */
import { execFile, spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { copyFile, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../support/temporary-folder.ts';

const root = join(import.meta.dirname, '../..');
const shell = promisify(execFile);
const pages = ['README.md', ...readdirSync(join(root, 'server/docs')).map((name) => `server/docs/${name}`)];
const textOf = (page: string) => readFileSync(join(root, page), 'utf8').replaceAll(/ \\\n +/g, ' ');
const isRun = /^(?:npm run (?:--silent )?serve|echo|curl) ?/;

/** The indented command lines of a page that this file can run. */
const commandsOf = (page: string): readonly string[] =>
  [...textOf(page).matchAll(/^ {4,8}(\S.*)$/gm)].map(([, line = '']) => line).filter((line) => isRun.test(line));

interface Running {
  readonly mock: string;
  readonly console: string;
  /** Ends the program and gives its exit code. */
  readonly end: () => Promise<unknown>;
}

/** Starts the program as `npm run serve` does. Free ports stand for those that the command does not name. */
async function start(args: string, cwd: string): Promise<Running> {
  const ports = { MOCK_API_CONSOLE_PORT: '0', MOCK_API_CONSOLE_CONSOLE_PORT: '0' };
  const env = { ...process.env, ...ports, XDG_DATA_HOME: join(cwd, 'data'), HOME: cwd };
  const command = `exec ${process.execPath} ${join(root, 'dist/serve.cjs')} ${args}`;
  const child = spawn('/bin/sh', ['-c', command], { cwd, env, stdio: 'pipe' });
  let errors = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    errors += text;
  });
  const closed = new Promise((resolve) => child.once('close', resolve));
  const line = await new Promise<string>((resolve, reject) => {
    createInterface(child.stdout).once('line', resolve);
    void closed.then(() => reject(new Error(errors)));
  });
  const end = () => {
    child.kill('SIGTERM');
    return closed;
  };
  return { ...(JSON.parse(line.replace('ready ', '')) as { mock: string; console: string }), end };
}

async function folderLikeCheckout(): Promise<string> {
  const folder = await temporaryFolder();
  const sample = 'assets/sample.workspace.json';
  await mkdir(join(folder, 'assets'));
  await copyFile(join(root, sample), join(folder, sample));
  return folder;
}

test.each(pages.filter((page) => commandsOf(page).length > 0))('the commands of %s work', async (page) => {
  const folder = await folderLikeCheckout();
  const sample = await start('--read-only --token secret', folder);
  const { host } = new URL(sample.console);
  try {
    for (const command of commandsOf(page)) {
      const serving = /^npm run (?:--silent )?serve(?: -- (.*?))?(?: +#.*)?$/.exec(command);
      if (serving) {
        const args = serving[1] ?? '';
        const program = await start(args, folder);
        // Without a client, expectations may be unmet.
        expect([command, await program.end()]).toEqual([
          command,
          /--(?:verify|audit)/.test(args) ? expect.any(Number) : 0,
        ]);
      } else {
        const line = command
          .replace('127.0.0.1:4010', new URL(sample.mock).host)
          .replace('127.0.0.1:4011', host)
          .replace('TOKEN', 'secret')
          .replace(/^curl /, 'curl --silent --fail-with-body ');
        await shell('/bin/sh', ['-c', line], { cwd: folder });
      }
    }
  } finally {
    await sample.end();
  }
});

test('the requests of server/docs/http.md get the responses that its rows name', async () => {
  const rows = [...textOf('server/docs/http.md').matchAll(/^\| .+? +\| `([^`]*\$M[^`]*)` +\| (\d{3}) +\|$/gm)];
  expect(rows.length).toBeGreaterThan(14);
  const folder = await folderLikeCheckout();
  const sample = await start('--read-only', folder);
  try {
    for (const [, rest = '', status] of rows) {
      const command = `M=${sample.mock}; curl --silent -i ${rest.replaceAll('\\|', '|')}`;
      const { stdout } = await shell('/bin/sh', ['-c', command], { cwd: folder });
      expect([rest, stdout.split(' ')[1]]).toEqual([rest, status]);
    }
  } finally {
    await sample.end();
  }
});
