import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

test('lets the packaged program run only its own archive', () => {
  const packaging = JSON.parse(readFileSync('electron/packaging.json', 'utf8'));
  expect(packaging.asar).toBe(true);
  expect(packaging.electronFuses).toEqual({
    runAsNode: false,
    enableNodeOptionsEnvironmentVariable: false,
    enableNodeCliInspectArguments: false,
    enableEmbeddedAsarIntegrityValidation: true,
    onlyLoadAppFromAsar: true,
    grantFileProtocolExtraPrivileges: false,
    enableCookieEncryption: true,
  });
});
