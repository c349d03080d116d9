/**
 * Builds every program into the folder named by the argument: the console for both of its hosts, the headless server,
 * the client for test code with its declarations, and the desktop shell with its preload script. Each program is one file
 * with all packages inside: it starts fast and runs without node_modules. `prepare.mjs` decides when this runs and puts the
 * result into place.
 */
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { build } from 'vite';
import { Failure, reason, root, run, tool } from './project.mjs';

const folder = process.argv[2];
if (folder === undefined) throw new Error('build.mjs needs the folder to build into; `npm run build` gives it one.');

/**
 * A single character beyond ASCII, of which there are few, would have V8 keep the whole text with two bytes for each.
 * @type {import('vite').Plugin}
 */
const onlyAscii = {
  name: 'only-ascii',
  generateBundle(_, files) {
    for (const file of Object.values(files)) {
      if (file.type === 'chunk') file.code = file.code.replace(/[^\0-\x7f]/g, escaped);
    }
  },
};

const mediaTypes = ['text/html', 'text/plain', 'application/json', 'application/octet-stream'];

/**
 * Koa brings a list of 2,500 media types twice, which every start would look through: kept are those that it may set itself.
 * @type {import('vite').Plugin}
 */
const fewMediaTypes = {
  name: 'few-media-types',
  enforce: 'pre',
  transform(code, id) {
    if (!/mime-db[\\/]db\.json$/.test(id)) return null;
    const all = JSON.parse(code);
    return JSON.stringify(Object.fromEntries(mediaTypes.map((type) => [type, all[type]])));
  },
};

/** @param {string} unit One UTF-16 code unit. */
const escaped = (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;

/** Without comments, and with every name as it was: what a bug says of its place can be read. */
const minify = { compress: false, mangle: false, codegen: { removeWhitespace: true } };

/**
 * @param {string} entry
 * @param {string} file
 * @param {{ format?: 'es' | 'cjs', banner?: string }} [output]
 */
const program = (entry, file, { format = 'es', banner = '' } = {}) =>
  build({
    root,
    configFile: false,
    logLevel: 'silent',
    publicDir: false,
    plugins: [fewMediaTypes, onlyAscii],
    ssr: { noExternal: true, external: ['electron'] },
    build: {
      ssr: entry,
      target: 'node20',
      outDir: folder,
      emptyOutDir: false,
      minify: false,
      rolldownOptions: { output: { format, banner, entryFileNames: file, codeSplitting: false, minify } },
    },
  });

/** What the compiler writes of a project's types. @param {string} project */
const declarations = async (project) => {
  const args = [tool('typescript/bin/tsc'), '-p', project, '--outDir', join(folder, 'declarations')];
  const { ok, output } = await run(process.execPath, args);
  if (!ok) throw new Failure(reason(output));
};

const page = build({
  root: join(root, 'renderer'),
  configFile: join(root, 'renderer/vite.config.ts'),
  logLevel: 'silent',
  build: { outDir: join(folder, 'console'), emptyOutDir: true },
});

try {
  await Promise.all([
    page,
    program('server/serve.ts', 'serve.cjs', { format: 'cjs', banner: '#!/usr/bin/env node' }),
    program('server/main.ts', 'program.cjs', { format: 'cjs' }),
    program('server/client/client.ts', 'client.js'),
    declarations('server/client/tsconfig.build.json'),
    program('electron/main.ts', 'main.js'),
    program('electron/preload.ts', 'preload.cjs', { format: 'cjs' }),
  ]);
} catch (error) {
  process.stderr.write(`${told(String(error instanceof Error ? error.message : error))}\n`);
  process.exitCode = 1;
}

/** A builder's message is a heading, the sentence wanted, then a picture of the place. @param {string} message */
function told(message) {
  const lines = stripVTControlCharacters(message)
    .split('\n')
    .map((line) => line.trim());
  const sentence = lines.find((line) => line !== '' && !line.startsWith('Build failed with'));
  const place = lines.flatMap((line) => /\[ (\S+:\d+:\d+) \]/.exec(line)?.[1] ?? [])[0];
  return [place, sentence].filter((part) => part !== undefined).join(' ');
}
