import type { Problem } from './problem.ts';

/** The result of an operation that can fail: expected failures are values, bugs throw. */
export type Result<T, P = Problem> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly problem: P };

export function accept<T>(value: T): { readonly ok: true; readonly value: T } {
  return { ok: true, value };
}

export function refuse<P>(problem: P): { readonly ok: false; readonly problem: P } {
  return { ok: false, problem };
}

/** Ends a `switch` over all members of a union; the types prove that it is never reached. */
export function assertNever(value: never): never {
  throw new Error(`Unreachable: ${JSON.stringify(value)}`);
}
