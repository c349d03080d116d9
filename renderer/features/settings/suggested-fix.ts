import type { ServerFix } from '../../../server/contract/schema/state.ts';
import { isJsonObject, type Json, member } from '../../../server/domain/json/json.ts';

/** The suggested settings in the member `suggestedFix` of a problem; null if there are none. */
export function readFix(value: Json | undefined): ServerFix | null {
  if (!isJsonObject(value)) return null;
  const port = member(value, 'port');
  const host = member(value, 'host');
  const httpsPort = member(value, 'httpsPort');
  if (typeof port === 'number') return { port };
  if (typeof httpsPort === 'number') return { httpsPort };
  if (member(value, 'https') === false) return { https: false };
  return typeof host === 'string' ? { host } : null;
}

/** The title of the button that applies the fix. */
export function fixTitle(fix: ServerFix): string {
  if ('port' in fix) return `Use port ${fix.port}`;
  if ('httpsPort' in fix) return `Use port ${fix.httpsPort} for HTTPS`;
  return 'https' in fix ? 'Turn HTTPS off' : `Listen on ${fix.host}`;
}
