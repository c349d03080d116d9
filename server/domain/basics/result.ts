import type { Problem } from '../model/problem.ts';

/** What an operation that may be refused returns: expected failures are values, bugs throw. */
export type Result<T, P = Problem> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly problem: P };

export function accept<T>(value: T): { readonly ok: true; readonly value: T } {
  return { ok: true, value };
}

export function refuse<P>(problem: P): { readonly ok: false; readonly problem: P } {
  return { ok: false, problem };
}

/** CollectionWatermarks the branch that the types say cannot be reached. */
export function assertNever(value: never): never {
  throw new Error(`Unreachable: ${JSON.stringify(value)}`);
}
