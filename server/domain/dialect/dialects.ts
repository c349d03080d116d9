import type { DialectName } from '../model/settings.ts';
import { defaultDialect } from './default-dialect.ts';
import type { Dialect } from './dialect.ts';
import { jsonApi } from './json-api.ts';
import { jsonServer0, jsonServer1 } from './json-server.ts';
import { scim } from './scim.ts';

/** All dialects by name. */
export const dialects: Readonly<Record<DialectName, Dialect>> = {
  default: defaultDialect,
  'json-server-0.17': jsonServer0,
  'json-server-1': jsonServer1,
  scim,
  'json-api': jsonApi,
};
