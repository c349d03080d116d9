import { createHash } from 'node:crypto';
import type { Workspace } from '../domain/workspace/workspace.ts';

/**
 * Identifies what instances of one mock must have in common: collections with their fixtures, scenarios, and the settings on
 * which responses depend. Ports, addresses and what belongs to the log may differ.
 */
export function fixturesDigest({ collections, scenarios, settings }: Workspace): string {
  const {
    cors,
    pageSize,
    maxPageSize,
    envelope,
    requirePrecondition,
    userService,
    unknownFields,
    bodyLimit,
    dialect,
    idempotencyKeys,
  } = settings;
  const answers = [
    cors,
    pageSize,
    maxPageSize,
    envelope,
    requirePrecondition,
    userService,
    unknownFields,
    bodyLimit,
    dialect,
    idempotencyKeys,
  ];
  const hash = createHash('sha256').update(JSON.stringify([answers, scenarios]));
  for (const { definition, records } of collections) {
    hash.update(JSON.stringify(definition));
    for (const record of records) hash.update(JSON.stringify(record));
  }
  return hash.digest('base64url');
}
