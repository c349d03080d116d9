/**
 * Gains the compile time of the bundle at every start but the first, measured with `npm run bench -- start`. May go once
 * every supported Node has `module.enableCompileCache` (22.1).
 */
import { isAscii } from 'node:buffer';
import { createHash, randomUUID } from 'node:crypto';
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { Script } from 'node:vm';

const digestLength = 32;

/** The function that Node wraps a CommonJS file in. */
const head = Buffer.from('(function (exports, require, module, __filename, __dirname) {');
const tail = Buffer.from('\n})');

/** A CommonJS file with V8's compiled code from an earlier process, which is stored beside it. */
export class CompiledScript {
  readonly #path: string;
  /** Digest of the Node version and the source; V8 itself compares little more than the length of the source. */
  readonly #origin: string;
  readonly #script: Script;

  constructor(path: string) {
    this.#path = path;
    const source = readFileSync(path);
    this.#origin = createHash('sha256').update(process.version).update(source).digest('hex');
    const cachedData = readCached(path, this.#origin);
    const wrapped = Buffer.concat([head, source, tail]);
    // V8 keeps a long text of one byte per character outside its heap; any other is decoded into the heap.
    const text = wrapped.toString(isAscii(wrapped) ? 'latin1' : 'utf8');
    this.#script = new Script(text, { filename: path, ...(cachedData && { cachedData }) });
  }

  /** True if V8 accepted the stored code. */
  get isCached(): boolean {
    return this.#script.cachedDataRejected === false;
  }

  /** Runs the file and returns its exports. */
  run(): unknown {
    // V8 discards the code of functions that ran long ago, which are the very functions that every start needs.
    if (!this.isCached) setFlagsFromString('--no-flush-bytecode');
    const module = { exports: {} };
    const call = this.#script.runInThisContext();
    call(module.exports, createRequire(this.#path), module, this.#path, dirname(this.#path));
    return module.exports;
  }

  /**
   * Stores all code that is compiled by now, including functions that have run, under V8's default flags. Ignores a folder
   * that cannot be written.
   */
  store(): void {
    setFlagsFromString('--flush-bytecode');
    const temporary = `${cachePath(this.#path)}.${randomUUID()}`;
    try {
      const compiled = this.#script.createCachedData();
      writeFileSync(temporary, Buffer.concat([digestOf(this.#origin, compiled), compiled]));
      renameSync(temporary, cachePath(this.#path));
    } catch {}
  }
}

function cachePath(path: string): string {
  return `${path}.cache`;
}

function digestOf(origin: string, compiled: Uint8Array): Buffer {
  return createHash('sha256').update(origin).update(compiled).digest();
}

/** The code of an earlier process, if it is undamaged and from the same source. */
function readCached(path: string, origin: string): Buffer | undefined {
  try {
    const content = readFileSync(cachePath(path));
    const compiled = content.subarray(digestLength);
    return digestOf(origin, compiled).equals(content.subarray(0, digestLength)) ? compiled : undefined;
  } catch {
    return undefined;
  }
}
