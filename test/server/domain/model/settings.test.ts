import { expect, test } from 'vitest';
import { defaultSettings, dialectNames } from '../../../../server/domain/model/settings.ts';

test('without settings the mock serves this machine alone, over HTTP, and lets nothing unusual through', () => {
  expect(defaultSettings).toMatchObject({
    https: false,
    host: '127.0.0.1',
    allowedHosts: [],
    cors: 'loopback-read',
    dialect: dialectNames[0],
    envelope: 'object',
    requirePrecondition: false,
    idempotencyKeys: false,
    userService: true,
    unknownFields: 'reject',
    keptRequests: 0,
    keptSecrets: false,
    secretNames: [],
  });
});

test('the usual limits fit together', () => {
  const { port, consolePort, httpsPort, pageSize, maxPageSize, log, bodyLimit } = defaultSettings;
  expect(new Set([port, consolePort, httpsPort]).size).toBe(3);
  expect(pageSize).toBeLessThanOrEqual(maxPageSize);
  expect(log.bodyBytes).toBeLessThanOrEqual(bodyLimit);
  expect(log.bodyBytes).toBeLessThan(log.bytes);
});
