/**
 * Starts an Electron program like the binary: reads the command line, opens the inspector, makes `electron` importable,
 * runs the program's main file and emits `ready`.
 */
import { readFileSync, statSync } from 'node:fs';
import inspector from 'node:inspector';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { app } from './app.mjs';
import { parseCommandLine } from './command-line.mjs';
import * as electron from './electron-module.mjs';
import { makeImportable } from './module-hook.mjs';

const commandLine = parseCommandLine(process.argv.slice(2));
process.argv = [process.execPath, ...process.argv.slice(2)];
if (commandLine.inspectorPort !== null) inspector.open(commandLine.inspectorPort, '127.0.0.1');

const isFolder = statSync(commandLine.program).isDirectory();
const folder = isFolder ? commandLine.program : dirname(commandLine.program);
/** @type {{ name?: string, productName?: string, version?: string, main?: string }} */
const manifest = isFolder ? JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) : {};
const mainFile = isFolder ? join(folder, manifest.main ?? 'index.js') : commandLine.program;

makeImportable(electron);
app.configure(commandLine.switches, {
  folder,
  name: manifest.productName ?? manifest.name ?? 'Electron',
  version: manifest.version ?? '0.0.0',
});
const require = createRequire(import.meta.url);
for (const file of commandLine.preloads) require(file);
await import(pathToFileURL(mainFile).href);
await app.becomeReady();
