/**
 * Builds every program into the folder given as argument: the console for its two shells, the headless server, the client
 * for test code with its declarations, and the desktop shell with its preload script. Each program is one file with all
 * packages inside, so that it starts fast and runs without node_modules. `prepare.mjs` decides when to build and moves
 * the result into place.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { build, runnerImport } from 'vite';
import { writeDeclarations } from './declarations.mjs';
import { collectLicences } from './licences.mjs';
import { root } from './project.mjs';

const folder = process.argv[2] ?? '';
if (folder === '') throw new Error('build.mjs needs a target folder. Run `npm run build` instead.');
// Vite would take it from the shell: one of a developer or of a test would build React's slow development version.
process.env.NODE_ENV = 'production';

/** Declarations of the package's exports. */
const entries = ['client', 'playwright', 'vitest', 'jest'].map((name) => `client/${name}`);
const licences = collectLicences();
/** The desktop shell is not part of the package. */
const desktop = { name: 'desktop' };

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

/**
 * Lets the helpers for test runners share the client's file.
 * @type {(format: 'es' | 'cjs') => import('vite').Plugin}
 */
const oneClient = (format) => ({
  name: 'one-client',
  enforce: 'pre',
  resolveId: (source) =>
    source === './client.ts' ? { id: format === 'es' ? './client.js' : './client.cjs', external: true } : null,
});

/**
 * Leaves the MCP server in a file of its own, which the program loads for the first agent.
 * @type {import('vite').Plugin}
 */
const agentsApart = {
  name: 'agents-apart',
  enforce: 'pre',
  resolveId: (source, importer) =>
    importer && source.endsWith('/mcp/agents.ts') ? { id: './mcp.cjs', external: true } : null,
};

/**
 * Leaves the client of the engine that shares live states in a file of its own, which the program loads with `--share`. The
 * rest of sharing stays in the program: in another file, its classes would not be those of the program.
 * @type {import('vite').Plugin}
 */
const engineClientApart = {
  name: 'engine-client-apart',
  enforce: 'pre',
  resolveId: (source, importer) =>
    importer && source === './engine-client.ts' ? { id: './engine-client.cjs', external: true } : null,
};

/**
 * Leaves what makes certificates in a file of its own, which the program loads for HTTPS.
 * @type {import('vite').Plugin}
 */
const certificatesApart = {
  name: 'certificates-apart',
  enforce: 'pre',
  resolveId: (source, importer) =>
    importer && source === './certificate-store.ts' ? { id: './tls.cjs', external: true } : null,
};

/** Removes comments and whitespace but keeps all names, so that stack traces stay readable. */
const minify = { compress: false, mangle: false, codegen: { removeWhitespace: true } };

/**
 * Builds one program into one file.
 * @param {string} entry
 * @param {string} file
 * @param {{ format?: 'es' | 'cjs', plugin?: import('vite').Plugin }} [output]
 */
const program = (entry, file, { format = 'es', plugin = licences.plugin } = {}) =>
  build({
    root,
    configFile: false,
    logLevel: 'silent',
    publicDir: false,
    plugins: [fewMediaTypes, onlyAscii, oneClient(format), agentsApart, engineClientApart, certificatesApart, plugin],
    ssr: { noExternal: true, external: ['electron', '@playwright/test', 'vitest'] },
    build: {
      ssr: entry,
      target: 'node20',
      outDir: folder,
      emptyOutDir: false,
      minify: false,
      rolldownOptions: {
        output: { format, entryFileNames: file, codeSplitting: false, dynamicImportInCjs: false, minify },
      },
    },
  });

/**
 * Builds the entries of the package for test code. The client has one implementation, in CommonJS: its error classes are
 * the same for a suite and for a helper that was loaded in the other module system.
 */
async function clientEntries() {
  await Promise.all([
    program('server/client/client.ts', 'client.cjs', { format: 'cjs' }),
    program('server/client/playwright.ts', 'playwright.cjs', { format: 'cjs' }),
    program('server/client/jest.ts', 'jest.cjs', { format: 'cjs' }),
    program('server/client/vitest.ts', 'vitest.js'),
    writeDeclarations('server/client/tsconfig.build.json', entries, join(folder, 'declarations')),
  ]);
  for (const name of ['client', 'playwright', 'jest']) await reexport(name);
}

/** Electron takes the program's name and version from beside the main file; that of the package names none. */
async function desktopManifest() {
  const { name, version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'));
  const manifest = { name, version, type: 'module', main: 'main.js' };
  await writeFile(join(folder, 'package.json'), JSON.stringify(manifest));
}

/** Writes an ES module with the exports of a CommonJS module. @param {string} name */
async function reexport(name) {
  const names = Object.keys(createRequire(import.meta.url)(join(folder, `${name}.cjs`))).join(', ');
  const lines = [`import module from './${name}.cjs';`, `const { ${names} } = module;`, `export { ${names} };`, ''];
  await writeFile(join(folder, `${name}.js`), lines.join('\n'));
}

/** Writes the JSON Schema of the workspace file, for editors. */
async function schemaFile() {
  const { module } = await runnerImport(join(root, 'server/store/formats/schema/workspace-schema.ts'), {
    root,
    configFile: false,
  });
  await writeFile(join(folder, 'workspace.schema.json'), `${JSON.stringify(module.workspaceSchema, null, 2)}\n`);
}

/** Copies the entry of the command, which must stay as it is written. @param {string} from @param {string} file */
const entry = async (from, file) => {
  const text = await readFile(join(root, from), 'utf8');
  await writeFile(join(folder, file), `#!/usr/bin/env node\n${text}`, { mode: 0o755 });
};

const page = build({
  root: join(root, 'renderer'),
  configFile: join(root, 'renderer/vite.config.ts'),
  logLevel: 'silent',
  plugins: [licences.plugin],
  build: { outDir: join(folder, 'console'), emptyOutDir: true },
});

try {
  await Promise.all([
    page,
    entry('server/serve.cjs', 'serve.cjs'),
    program('server/start.ts', 'start.cjs', { format: 'cjs' }),
    program('server/main.ts', 'program.cjs', { format: 'cjs' }),
    program('server/mcp/agents.ts', 'mcp.cjs', { format: 'cjs' }),
    program('server/share/engine/engine-client.ts', 'engine-client.cjs', { format: 'cjs' }),
    program('server/tls/certificate-store.ts', 'tls.cjs', { format: 'cjs' }),
    clientEntries(),
    program('electron/main.ts', 'main.js', { plugin: desktop }),
    program('electron/preload.ts', 'preload.cjs', { format: 'cjs', plugin: desktop }),
    desktopManifest(),
    schemaFile(),
  ]);
  await writeFile(join(folder, 'third-party-licences.txt'), licences.text());
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
