import { hasFailed } from '../domain/audit/result.ts';
import type { Call } from './call.ts';
import type { Commands } from './commands.ts';
import { AuditError } from './errors.ts';

/** The requests to audit, and the rules to apply. */
export type AuditOptions = Commands['audit.run']['input'];

/** Judges what clients did by the rules of HTTP. */
export interface Audits {
  /**
   * Resolves with the result of every rule unless one fails; a rule of severity `information` never fails the audit.
   * Rejects with an {@link AuditError} otherwise.
   */
  readonly audit: (options?: AuditOptions) => Promise<Commands['audit.run']['output']>;
}

/** The audit of all clients; with a session, of its clients. */
export function auditsOf(call: Call, session?: string): Audits {
  return {
    audit: async (options = {}) => {
      const run = await call('audit.run', { ...(session === undefined ? {} : { session }), ...options });
      if (hasFailed(run.results)) throw new AuditError(run.results);
      return run;
    },
  };
}
