import { expect, test } from 'vitest';
import { defaultSettings } from '../../../../server/domain/model/settings.ts';
import { checkSettings } from '../../../../server/store/formats/settings-format.ts';

test('ports of which the system chooses, and the port of HTTPS while it is off, may be the same', () => {
  for (const patch of [{ port: 0, consolePort: 0 }, { https: true, port: 0, httpsPort: 0 }, { httpsPort: 4010 }]) {
    expect(checkSettings({ ...defaultSettings, ...patch }).ok).toBe(true);
  }
});

test('accepts valid settings unchanged', () => {
  const settings = {
    ...defaultSettings,
    envelope: { items: 'data' },
    cors: ['app://console'],
    log: { ...defaultSettings.log, bytes: 0 },
  };
  expect(checkSettings(settings)).toEqual({ ok: true, value: settings });
});

test.each<[object, string, string]>([
  [
    { pageSize: 5000 },
    'pageSize',
    'The setting "pageSize" cannot be used: must be a whole number from 1 to 1000, but this is 5000.',
  ],
  [
    { maxPageSize: 10 },
    'pageSize',
    'The setting "pageSize" cannot be used: must be a whole number from 1 to 10, but this is 20.',
  ],
  [
    { port: 4011 },
    '',
    'The settings cannot be used: must have two ports, one for the mock API and one for the console, but both are 4011.',
  ],
  ...[4010, 4011].map((httpsPort): [object, string, string] => [
    { https: true, httpsPort },
    '',
    `The settings cannot be used: must have a port for HTTPS that is not the port of HTTP or of the console, but it is ${httpsPort}.`,
  ]),
  [
    { cors: ['https://a.example/'] },
    'cors.0',
    'The setting "cors.0" cannot be used: must be an origin such as "https://app.example.test", but this is "https://a.example/".',
  ],
])('refuses %j, because a file with it could not be opened again', (patch, parameter, detail) => {
  expect(checkSettings({ ...defaultSettings, ...patch })).toMatchObject({
    ok: false,
    problem: { type: '/problems/bad-request', parameter, detail },
  });
});
