import type { ServerRemedy } from '../../../server/contract/schema/state.ts';
import { isJsonObject, type Json, member } from '../../../server/domain/json/json.ts';

/** The suggested settings in the member `remedy` of a problem; null if there are none. */
export function readFix(value: Json | undefined): ServerRemedy | null {
  if (!isJsonObject(value)) return null;
  const port = member(value, 'port');
  const host = member(value, 'host');
  if (typeof port === 'number') return { port };
  return typeof host === 'string' ? { host } : null;
}

/** The title of the button that applies the fix. */
export function fixTitle(fix: ServerRemedy): string {
  return 'port' in fix ? `Use port ${fix.port}` : `Listen on ${fix.host}`;
}
