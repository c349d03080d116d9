import { isJsonArray, isJsonObject, type Json, member } from '../json/json.ts';
import type { RecordText } from './exchange.ts';
import { memory } from './memory.ts';
import { type AuditRule, http, rfc } from './rule.ts';
import { isBlind } from './write-rules.ts';

const wholePut: AuditRule = {
  id: 'put-lacks-members',
  title: 'PUT sends the whole record',
  severity: 'warning',
  source: http('9.3.4'),
  mend: 'PUT replaces the record: send every member that was read, or change single members with PATCH.',
  start: ({ applied, fail }) => {
    const read = memory<readonly [request: number, record: RecordText]>();
    return {
      read: (exchange) => {
        const { resource } = exchange;
        const seen = read.get(resource);
        if (exchange.method === 'PUT' && seen && isJsonObject(exchange.sent)) {
          applied();
          const { sent } = exchange;
          const [request, { value = {} }] = seen;
          const missing = Object.keys(value).filter((name) => member(sent, name) === undefined);
          if (missing.length > 0) fail(`${exchange.name} lacks ${missing.join(', ')}.`, request, exchange);
        }
        if (exchange.method === 'GET' && exchange.record) {
          read.set(resource, [exchange.id, exchange.record]);
        }
      },
    };
  },
};

const patchByIndex: AuditRule = {
  id: 'patch-by-index',
  title: 'A JSON Patch by array index tests what it changes',
  severity: 'warning',
  source: rfc(6902, '4.6'),
  mend: 'Put a test operation before the change, or send If-Match: another write may have moved the elements.',
  start: ({ applied, fail }) => ({
    read: (exchange) => {
      if (exchange.method !== 'PATCH' || !isJsonArray(exchange.sent)) return;
      const indexed = exchange.sent.map(changedPath).find((path) => /\/\d+(?:\/|$)/.test(path));
      if (indexed === undefined) return;
      applied();
      if (isBlind(exchange)) fail(`${exchange.name} changes ${indexed} without test and without If-Match.`, exchange);
    },
  }),
};

/** The path of an operation other than `test`; empty for all else. */
function changedPath(step: Json): string {
  return isJsonObject(step) && member(step, 'op') !== 'test' ? String(member(step, 'path')) : '';
}

const removedRequired: AuditRule = {
  id: 'null-deletes-required',
  title: 'A merge patch deletes no required member',
  severity: 'warning',
  source: rfc(7396, '1'),
  mend: 'In a merge patch null deletes the member: leave out members that do not change.',
  start: ({ applied, fail }, { required }) => ({
    read: (exchange) => {
      const { sent, recorded } = exchange;
      if (exchange.method !== 'PATCH' || !isJsonObject(sent) || recorded.collection === null) return;
      applied();
      const removed = required(recorded.collection).filter((name) => member(sent, name) === null);
      if (removed.length > 0) fail(`${exchange.name} sets ${removed.join(', ')} to null.`, exchange);
    },
  }),
};

/** Rules about the content of writes. */
export const changeRules: readonly AuditRule[] = [wholePut, patchByIndex, removedRequired];
