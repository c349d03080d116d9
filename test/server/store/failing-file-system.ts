import type { FileHandle } from 'node:fs/promises';
import { type FileSystem, nodeFileSystem } from '../../../server/store/file-system.ts';

/** The name of a call of the file system or of a file handle, such as `write`, `sync` or `close`. */
export interface Call {
  readonly name: string;
  readonly path: string;
}

/** A file system that runs a function before each call; an error of the function fails the call. */
export function watchedFileSystem(before: (call: Call) => void): FileSystem {
  const watch = (target: object, path: string): object =>
    new Proxy(target, {
      get(object, name) {
        const value: unknown = Reflect.get(object, name);
        if (typeof value !== 'function' || /^(un)?watchFile$/.test(String(name))) return value;
        if (String(name).endsWith('Sync')) {
          return (...args: unknown[]) => {
            before({ name: String(name), path: typeof args[0] === 'string' ? args[0] : '' });
            return Reflect.apply(value, object, args);
          };
        }
        return async (...args: unknown[]) => {
          const of = typeof args[0] === 'string' && target === nodeFileSystem ? args[0] : path;
          // A failing close still closes the file.
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

/** The error that Node throws for a code of the operating system. */
export function systemError(code: string, syscall: string): Error {
  return Object.assign(new Error(`${code}: ${syscall}`), { code, syscall });
}

/** A file system whose call number `index`, from 0, fails once with a code. */
export function failingFileSystem(place: number, code: string): FileSystem {
  let calls = 0;
  return watchedFileSystem(({ name }) => {
    if (calls++ === place) throw systemError(code, name);
  });
}
