import { expect, test } from 'vitest';
import { portInUse } from '../../../../renderer/features/settings/port-in-use.ts';

const listening = { state: 'listening', url: 'http://127.0.0.1:40123', port: 40_123 } as const;
const page = { protocol: 'http:', port: '40124' };
const free = { port: 0, httpsPort: 0, consolePort: 0 };
const set = { port: 40_123, httpsPort: 4443, consolePort: 40_124 };

test('names the ports in use where a setting leaves them open', () => {
  expect(portInUse('port', free, listening, page)).toBe(40_123);
  expect(portInUse('consolePort', free, listening, page)).toBe(40_124);
  expect(portInUse('httpsPort', free, { ...listening, https: { url: '', port: 40_125 } }, page)).toBe(40_125);
});

test('names no port that is as set, unknown, or of another setting', () => {
  expect(portInUse('port', set, listening, page)).toBeNull();
  expect(portInUse('consolePort', set, listening, page)).toBeNull();
  expect(portInUse('httpsPort', free, listening, page)).toBeNull();
  expect(portInUse('port', free, { state: 'stopped' }, page)).toBeNull();
  expect(portInUse('consolePort', free, listening, { protocol: 'app:', port: '' })).toBeNull();
  expect(portInUse('pageSize', free, listening, page)).toBeNull();
});
