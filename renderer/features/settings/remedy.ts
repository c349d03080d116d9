import type { ServerRemedy } from '../../../server/contract/schema/state.ts';
import { isJsonObject, type Json, member } from '../../../server/domain/json/json.ts';

/** The setting that would help, as the member `remedy` of a problem has it; null where there is none. */
export function remedyIn(value: Json | undefined): ServerRemedy | null {
  if (!isJsonObject(value)) return null;
  const port = member(value, 'port');
  const host = member(value, 'host');
  if (typeof port === 'number') return { port };
  return typeof host === 'string' ? { host } : null;
}

/** What the button says. */
export function remedyTitle(remedy: ServerRemedy): string {
  return 'port' in remedy ? `Use port ${remedy.port}` : `Listen on ${remedy.host}`;
}
