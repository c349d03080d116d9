import type { FileHandle } from 'node:fs/promises';
import { type FileSystem, nodeFileSystem } from '../../../server/store/file-system.ts';

/** A call of the file system, or of a file handle, by its name; handles' calls are `write`, `sync`, `close` and so on. */
export interface Call {
  readonly name: string;
  readonly path: string;
}

/** The file system with something done before each call; what it throws is what the call fails with. */
export function watchedFileSystem(before: (call: Call) => void): FileSystem {
  const watch = (target: object, path: string): object =>
    new Proxy(target, {
      get(object, name) {
        const value: unknown = Reflect.get(object, name);
        if (typeof value !== 'function') return value;
        return async (...args: unknown[]) => {
          const of = typeof args[0] === 'string' && target === nodeFileSystem ? args[0] : path;
          // A close that fails has closed the file all the same.
          if (name === 'close') await Reflect.apply(value, object, args);
          before({ name: String(name), path: of });
          if (name === 'close') return;
          const result: unknown = await Reflect.apply(value, object, args);
          return name === 'open' ? watch(result as FileHandle, of) : result;
        };
      },
    });
  return watch(nodeFileSystem, '') as FileSystem;
}

/** The error that node throws when the operating system answers a call with that code. */
export function systemError(code: string, syscall: string): Error {
  return Object.assign(new Error(`${code}: ${syscall}`), { code, syscall });
}

/** The file system in which the call of that place in the row, from 0, fails once with that code. */
export function failingFileSystem(place: number, code: string): FileSystem {
  let calls = 0;
  return watchedFileSystem(({ name }) => {
    if (calls++ === place) throw systemError(code, name);
  });
}
