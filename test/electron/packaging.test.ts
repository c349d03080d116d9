import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const packaging = JSON.parse(readFileSync('electron/packaging.json', 'utf8'));

test('packs the assets that the program reads, and its icon', () => {
  const names = readdirSync('electron').filter((name) => name.endsWith('.ts'));
  const sources = names.map((name) => readFileSync(`electron/${name}`, 'utf8'));
  const read = sources.flatMap((text) => [...text.matchAll(/'\.\.\/(assets\/[^']+)'/g)].map(([, file]) => file));
  expect(read).toContain('assets/icon.png');
  for (const file of [...read, packaging.icon]) expect([file, existsSync(file)]).toEqual([file, true]);
  expect(packaging.files).toEqual(expect.arrayContaining(read));
});

test('lets the packaged program run only its own archive', () => {
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
