/** Deviations of a service from the mock, which a comparison must find. */

import type { DriftRule } from '../../server/domain/drift/drift.ts';
import type { Json, JsonObject } from '../../server/domain/json/json.ts';
import { type RunningMock, startMock, workspaceOf } from './running-mock.ts';
import { hostValue } from './temporary-host.ts';

const users = Array.from({ length: 24 }, (_, index) => ({
  userId: String(index + 1),
  name: `User ${index}`,
  status: index % 3 === 0 ? 'inactive' : 'active',
  level: index % 4,
  created_at: `2026-01-${String((index % 28) + 1).padStart(2, '0')}T08:00:00Z`,
}));

const products = Array.from({ length: 24 }, (_, index) => ({
  id: index + 1,
  name: `Product ${index}`,
  price: 10 + index,
  kind: index % 2 === 0 ? 'lamp' : 'chair',
}));

/** The workspace of both sides. `change` changes records of the service. */
export function workspace(settings: Json = {}, change: (record: JsonObject) => JsonObject = (one) => one): Json {
  return workspaceOf(
    {
      users: { key: 'userId', time: 'created_at', records: users.map(change) },
      products: { records: products.map(change) },
    },
    settings,
  );
}

export interface Planted {
  readonly name: string;
  readonly settings?: Record<string, Json>;
  readonly quirk?: Json;
  readonly change?: (record: JsonObject) => JsonObject;
  /** The rules that find it, and no others; the first one proposes the change. */
  readonly rules: readonly DriftRule[];
  /** True if it shows in writes. */
  readonly writes?: boolean;
  /** True if the proposed change does not make them equal: records stay. */
  readonly stays?: boolean;
}

export const planted: readonly Planted[] = [
  { name: 'page size', settings: { pageSize: 7 }, rules: ['page-size'] },
  { name: 'larger page size', settings: { pageSize: 22 }, rules: ['page-size'] },
  { name: 'largest page', settings: { maxPageSize: 120 }, rules: ['page-limit'] },
  { name: 'larger pages', settings: { maxPageSize: 3000 }, rules: ['page-limit'] },
  { name: 'bare arrays', settings: { envelope: 'array' }, rules: ['list-form'] },
  {
    name: 'names of the envelope',
    settings: { envelope: { items: 'data', total: 'count', next: 'next_url' } },
    rules: ['list-form'],
  },
  { name: 'unknown fields', settings: { unknownFields: 'ignore' }, rules: ['unknown-field'] },
  {
    name: 'required preconditions',
    settings: { requirePrecondition: true },
    rules: ['unconditional-write'],
    writes: true,
  },
  { name: 'idempotency keys', settings: { idempotencyKeys: true }, rules: ['idempotency-key'], writes: true },
  { name: 'no user service', settings: { userService: false }, rules: ['user-service'] },
  {
    name: 'json-server 0.17',
    settings: { dialect: 'json-server-0.17' },
    rules: ['dialect', 'list-form', 'error-form'],
  },
  { name: 'json-server 1', settings: { dialect: 'json-server-1' }, rules: ['dialect', 'list-form', 'error-form'] },
  {
    name: 'SCIM',
    settings: { dialect: 'scim' },
    rules: ['dialect', 'list-form', 'list-type', 'record-type', 'error-form'],
  },
  {
    name: 'JSON:API',
    settings: { dialect: 'json-api' },
    rules: ['dialect', 'list-form', 'list-type', 'record-type', 'error-form', 'members'],
  },
  { name: 'weak tags', quirk: { quirk: 'weak-tags' }, rules: ['list-tag', 'record-tag'] },
  {
    name: 'weak tags in writes',
    quirk: { quirk: 'weak-tags' },
    rules: ['list-tag', 'record-tag', 'if-match'],
    writes: true,
  },
  { name: 'expired cursors', quirk: { quirk: 'cursor-expired' }, rules: ['parameter-cursor'] },
  { name: 'a total one too high', quirk: { quirk: 'total-off-by-one' }, rules: ['total'] },
  { name: 'no tie break', quirk: { quirk: 'no-tie-break' }, rules: ['tie-break'] },
  { name: 'since_id newest first', quirk: { quirk: 'since-id-newest-first' }, rules: ['parameter-since'] },
  { name: 'pages from zero', quirk: { quirk: 'pages-from-zero' }, rules: ['parameter-page'] },
  { name: 'capped pages', quirk: { quirk: 'page-size-capped', size: 9 }, rules: ['page-cap', 'page-size'] },
  { name: 'numeric user ids', quirk: { quirk: 'numeric-user-id' }, rules: ['user-id'] },
  {
    name: 'a further member',
    change: (record) => ({ ...record, email: 'a@b.test' }),
    rules: ['members'],
    stays: true,
  },
  {
    name: 'another type',
    change: (record) => ({ ...record, name: { first: String(record.name) } }),
    rules: ['members'],
    stays: true,
  },
];

/** A service with one deviation. */
export async function startPlanted({ settings, quirk, change }: Planted): Promise<RunningMock> {
  const service = await startMock(workspace(settings, change));
  if (quirk) {
    const rules = [{ when: {}, then: { kind: 'quirk', ...(quirk as JsonObject) } }];
    await hostValue(service.host, 'scenarios.put', { scenario: { name: 'Planted', rules } as never });
    await hostValue(service.host, 'scenario.activate', { name: 'Planted' });
  }
  return service;
}

/** The URL of a mock that plays the service. */
export function service({ port }: RunningMock): string {
  return `http://127.0.0.1:${port}`;
}
