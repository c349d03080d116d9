import Ajv from 'ajv';
import naughty from 'big-list-of-naughty-strings';
import fc from 'fast-check';
import harSchema from 'har-schema';
import { expect, test } from 'vitest';
import { finish } from '../../../server/domain/basics/work.ts';
import { Secrets } from '../../../server/domain/request/secrets.ts';
import { exportLog } from '../../../server/log/log-export.ts';
import { RequestLog } from '../../../server/log/request-log.ts';

/** The published schema of HAR 1.2, as validators use it. It names a format that Ajv leaves to others. */
const ajv = new Ajv({ strict: false, validateFormats: false, allErrors: true });
for (const [name, schema] of Object.entries(harSchema)) {
  if (name !== 'har') ajv.addSchema({ ...schema, $schema: undefined });
}
const isHar = ajv.compile({ ...harSchema.har, $schema: undefined });

const text = fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom(...naughty));
/** All digits are read as an address, of which there are not so many. */
const hosts = fc.constantFrom('9'.repeat(30), 'a:99999', '[::]', '[1]', 'localhost:80', 'a_b.c');
const headers = fc
  .array(fc.tuple(fc.constantFrom('Host', 'Content-Type', 'Location', 'Cookie', 'x'), fc.oneof(text, hosts)), {
    maxLength: 4,
  })
  .map((lines) => lines.flat());
const body = fc.option(fc.oneof(text, fc.uint8Array().map(Buffer.from)));

test('every archive meets the published schema and has valid URLs', () => {
  const exchange = fc.record({
    method: text,
    target: fc.oneof(text, fc.constantFrom('*', '/a?b=%', 'http://elsewhere/x', '//x', '/%2F"<>')),
    headers,
    body,
    status: fc.option(fc.constantFrom(200, 204, 304, 503, 599)),
    wait: fc.nat(3),
  });
  fc.assert(
    fc.property(fc.array(exchange, { maxLength: 4 }), fc.boolean(), (exchanges, secrets) => {
      const log = new RequestLog({ entries: 10, bytes: 1_000_000, bodyBytes: 20 });
      for (const { method, target, headers, body, status, wait } of exchanges) {
        const head = {
          scenario: 'Default',
          session: null,
          time: 0,
          started: 0,
          origin: 'client',
        } as const;
        const entry = log.begin({ method, target, headers, ...head });
        const bytes = body === null ? 0 : Buffer.byteLength(body);
        if (body !== null) log.received(entry, body, bytes, wait);
        if (wait > 1) log.delayed(entry, { delayMs: wait, status: 200 }, 1);
        if (status === null) log.abandoned(entry, 4);
        else log.answered(entry, { status, headers, length: bytes, body, bytes, explainer: null }, 4);
      }
      const har = JSON.parse(String(finish(exportLog(log, 'har', { secrets: secrets ? null : new Secrets() }))));
      expect(isHar(har) || isHar.errors).toBe(true);
      for (const { request, time, timings } of har.log.entries) {
        expect(URL.canParse(request.url)).toBe(true);
        const parts: number[] = [timings.send, timings.wait, timings.receive];
        expect(Math.min(...parts)).toBeGreaterThanOrEqual(0);
        expect(time).toBeCloseTo(parts.reduce((sum, part) => sum + part));
      }
    }),
  );
});
