import { z } from 'zod';
import { problem } from '../domain/basics/problem.ts';
import { accept, type Result, refuse } from '../domain/basics/result.ts';

/** Who sends a command, and whether it is sent once more. Over HTTP these are headers, over IPC a third argument. */
export interface Caller {
  /**
   * Identifies a console while it is open: `X-Console` over HTTP. The history remembers who made an edit, and asks before
   * another console undoes it.
   */
  readonly console?: string | undefined;
  /**
   * Identifies one intent of the caller: `Idempotency-Key` over HTTP. A command sent again with the key of one that was
   * carried out, or still is, gets the same reply and has no second effect.
   */
  readonly key?: string | undefined;
}

const word = z
  .string()
  .regex(/^[\w:.-]{1,200}$/)
  .optional();
const caller = z.strictObject({ console: word, key: word });

/** Decodes a caller from outside. Refused with `bad-request`. */
export function decodeCaller(given: unknown): Result<Caller> {
  const parsed = caller.safeParse(given ?? {});
  if (parsed.success) return accept(parsed.data);
  const detail = 'The id of a console and the key of a call are letters, digits, "_", "-", "." and ":", 200 at most.';
  return refuse(problem('bad-request', detail));
}
