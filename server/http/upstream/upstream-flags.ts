import { accept, type Result, refuse } from '../../domain/basics/result.ts';
import { parseUpstream } from './upstream-address.ts';

/** The flags of the upstream, as they were given. */
export interface UpstreamFlags {
  readonly upstream?: string | undefined;
  readonly 'upstream-mode'?: string | undefined;
}

/** Checks the flags of the upstream; `named` gives the flag or the variable that has set a value. A refusal is a sentence. */
export function checkUpstreamFlags(
  { upstream, 'upstream-mode': mode }: UpstreamFlags,
  named: (name: keyof UpstreamFlags) => string,
): Result<'missing' | 'all', string> {
  const address = upstream === undefined ? accept(null) : parseUpstream(upstream);
  if (!address.ok) return refuse(`${named('upstream')} ${address.problem}, not "${upstream}".`);
  if (mode !== undefined && upstream === undefined) {
    return refuse(`${named('upstream-mode')} needs --upstream, which names the service.`);
  }
  if (mode === undefined || mode === 'missing' || mode === 'all') return accept(mode ?? 'missing');
  return refuse(`${named('upstream-mode')} takes missing or all, not "${mode}".`);
}
