import { createHash, randomUUID } from 'node:crypto';
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { Script } from 'node:vm';

const digestLength = 32;

/**
 * A CommonJS file with what V8 made of it in an earlier process, which is kept beside it. A large bundle takes V8 longer to
 * compile than to run.
 */
export class CompiledScript {
  readonly #path: string;
  /** Of all that must be the same for compiled code to be used: V8 itself compares little more than lengths. */
  readonly #origin: string;
  readonly #script: Script;

  constructor(path: string) {
    this.#path = path;
    const source = readFileSync(path);
    this.#origin = createHash('sha256').update(process.version).update(source).digest('hex');
    const cachedData = readKept(path, this.#origin);
    const wrapped = `(function (exports, require, module, __filename, __dirname) {${source}\n})`;
    this.#script = new Script(wrapped, { filename: path, ...(cachedData && { cachedData }) });
  }

  /** Whether nothing had to be compiled. */
  get isKept(): boolean {
    return this.#script.cachedDataRejected === false;
  }

  /** Runs the file and gives what it exports. */
  run(): unknown {
    // V8 throws away what was compiled of functions that ran long ago: those that every start needs, in the end.
    if (!this.isKept) setFlagsFromString('--no-flush-bytecode');
    const module = { exports: {} };
    const call = this.#script.runInThisContext();
    call(module.exports, createRequire(this.#path), module, this.#path, dirname(this.#path));
    return module.exports;
  }

  /**
   * Keeps what has been compiled until now, functions that have run too, under V8's own flags. A folder that may not be
   * written is no fault.
   */
  keep(): void {
    setFlagsFromString('--flush-bytecode');
    const temporary = `${keptPath(this.#path)}.${randomUUID()}`;
    try {
      const compiled = this.#script.createCachedData();
      writeFileSync(temporary, Buffer.concat([digestOf(this.#origin, compiled), compiled]));
      renameSync(temporary, keptPath(this.#path));
    } catch {}
  }
}

function keptPath(path: string): string {
  return `${path}.cache`;
}

function digestOf(origin: string, compiled: Uint8Array): Buffer {
  return createHash('sha256').update(origin).update(compiled).digest();
}

/** What an earlier process left, when it is whole and of this very source. */
function readKept(path: string, origin: string): Buffer | undefined {
  try {
    const content = readFileSync(keptPath(path));
    const compiled = content.subarray(digestLength);
    return digestOf(origin, compiled).equals(content.subarray(0, digestLength)) ? compiled : undefined;
  } catch {
    return undefined;
  }
}
