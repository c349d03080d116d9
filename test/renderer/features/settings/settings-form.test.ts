import { expect, test } from 'vitest';
import {
  matches,
  resetOfAll,
  type SettingEntry,
  settingEntries,
} from '../../../../renderer/features/settings/settings-form.ts';
import { decodeCommand } from '../../../../server/contract/decode.ts';
import { defaultSettings, type Settings } from '../../../../server/domain/model/settings.ts';

const other: Settings = {
  port: 1,
  consolePort: 2,
  https: true,
  httpsPort: 3,
  host: '0.0.0.0',
  allowedHosts: ['mock.test'],
  cors: ['https://app.test'],
  pageSize: 3,
  maxPageSize: 4,
  dialect: 'json-server-1',
  envelope: { items: 'data' },
  requirePrecondition: true,
  idempotencyKeys: true,
  userService: false,
  unknownFields: 'ignore',
  bodyLimit: 5,
  log: { entries: 6, bytes: 7, bodyBytes: 8 },
  keptRequests: 9,
  keptSecrets: true,
  secretNames: ['session-id'],
};

test('the form covers every setting of a workspace file', () => {
  const names = Object.entries(defaultSettings).flatMap(([name, value]) =>
    name === 'log' ? Object.keys(value).map((inner) => `log.${inner}`) : [name],
  );
  expect(settingEntries.map(({ name }) => name).sort()).toEqual(names.sort());
});

test.each(settingEntries)(
  '$name goes back to its default by itself, and the host understands it',
  (entry: SettingEntry) => {
    const { control } = entry;
    expect(control.reset(defaultSettings)).toBeNull();
    const patch = control.reset(other);
    expect(control.get({ ...other, ...patch } as Settings)).toEqual(control.get(defaultSettings));
    expect(decodeCommand('settings.set', { settings: patch })).toMatchObject({ ok: true });
  },
);

test('resets all settings at once, or nothing if all have their defaults', () => {
  expect(resetOfAll(other)).toEqual(defaultSettings);
  expect(resetOfAll(defaultSettings)).toBeNull();
});

test('the search needs every word, in any order', () => {
  expect(matches('PAGE large', 'Largest page size', 'A request that asks for more')).toBe(true);
  expect(matches('', 'anything')).toBe(true);
  expect(matches('page body', 'Largest page size')).toBe(false);
});
