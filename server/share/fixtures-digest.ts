import { createHash } from 'node:crypto';
import type { Settings } from '../domain/model/settings.ts';
import type { Workspace } from '../domain/workspace/workspace.ts';

/** Settings that belong to one instance: its addresses, its log, and what the log hides. All others decide responses. */
const ownSettings: readonly (keyof Settings)[] = [
  ...(['port', 'https', 'httpsPort', 'consolePort', 'host', 'allowedHosts'] as const),
  ...(['log', 'keptRequests', 'keptSecrets', 'secretNames'] as const),
];

/**
 * Identifies what instances of one mock must have in common: collections with their fixtures, scenarios, and the settings on
 * which responses depend.
 */
export function fixturesDigest({ collections, scenarios, settings }: Workspace): string {
  const common = Object.entries(settings).filter(([name]) => !ownSettings.some((own) => own === name));
  const hash = createHash('sha256').update(JSON.stringify([common.toSorted(), scenarios]));
  for (const { definition, records } of collections) {
    hash.update(JSON.stringify(definition));
    for (const record of records) hash.update(JSON.stringify(record));
  }
  return hash.digest('base64url');
}
