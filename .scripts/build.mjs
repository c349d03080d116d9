/**
 * Builds every program into the folder given as argument: the console for its two shells, the headless server, the client
 * for test code with its declarations, and the desktop shell with its preload script. Each program is one file with all
 * packages inside, so that it starts fast and runs without node_modules. `prepare.mjs` decides when to build and moves
 * the result into place.
 */
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { build } from 'vite';
import { Failure, reason, root, run, tool } from './project.mjs';

const folder = process.argv[2];
if (folder === undefined) throw new Error('build.mjs needs a target folder. Run `npm run build` instead.');

/**
 * Escapes characters beyond ASCII. A single one would make V8 store the whole source with two bytes per character.
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
 * Reduces the list of 2,500 media types, which Koa contains twice and reads at every start, to those that Koa sets itself.
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

/** Removes comments and whitespace but keeps all names, so that stack traces stay readable. */
const minify = { compress: false, mangle: false, codegen: { removeWhitespace: true } };

/**
 * Builds one program into one file.
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

/** Writes the type declarations of a project. @param {string} project */
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
  process.stderr.write(`${shortened(String(error instanceof Error ? error.message : error))}\n`);
  process.exitCode = 1;
}

/** The place and the sentence of a build error, without its heading and its source excerpt. @param {string} message */
function shortened(message) {
  const lines = stripVTControlCharacters(message)
    .split('\n')
    .map((line) => line.trim());
  const sentence = lines.find((line) => line !== '' && !line.startsWith('Build failed with'));
  const place = lines.flatMap((line) => /\[ (\S+:\d+:\d+) \]/.exec(line)?.[1] ?? [])[0];
  return [place, sentence].filter((part) => part !== undefined).join(' ');
}
