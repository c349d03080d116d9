import { createPrivateKey } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { CertificateStore } from '../../../server/tls/certificate-store.ts';
import { GivenCertificate } from '../../../server/tls/given-certificate.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const day = 86_400_000;

async function pair() {
  const found = await new CertificateStore({ folder: await temporaryFolder(), writes: false }).identity([]);
  if (!found.ok) throw new Error(found.problem.detail);
  return found.value;
}

/** Files with these contents, and how they are read. */
async function given(certificate: string, key: string) {
  const folder = await temporaryFolder();
  const files = { certificate: join(folder, 'cert.pem'), key: join(folder, 'key.pem') };
  await writeFile(files.certificate, certificate);
  await writeFile(files.key, key);
  return files;
}

async function sentenceOf(certificate: string, key: string, now = Date.now()): Promise<string> {
  const files = await given(certificate, key);
  const found = await new GivenCertificate(files.certificate, files.key, () => now).identity();
  return found.ok ? 'accepted' : found.problem.detail.replaceAll(/\/\S*\//g, '');
}

test('takes a certificate with its chain, and no authority', async () => {
  const { certificate, key, authority } = await pair();
  const files = await given(`${certificate}${authority}`, key);
  const source = new GivenCertificate(files.certificate, files.key);
  const first = await source.identity();
  expect(first).toEqual({
    ok: true,
    value: { certificate: certificate + authority, key, authority: null, uncovered: [] },
  });
  const again = await source.identity();
  expect(again.ok && first.ok && again.value === first.value).toBe(true);
});

test('refuses what cannot serve HTTPS, with a sentence each', async () => {
  const { certificate, key } = await pair();
  const other = await pair();
  const encrypted = createPrivateKey(key)
    .export({ type: 'pkcs8', format: 'pem', cipher: 'aes-256-cbc', passphrase: 'secret' })
    .toString();
  expect(await sentenceOf('nonsense', key)).toBe('HTTPS: cert.pem has no certificate in PEM form.');
  expect(await sentenceOf(key, certificate)).toBe('HTTPS: cert.pem has no certificate in PEM form.');
  expect(await sentenceOf(certificate, 'nonsense')).toBe('HTTPS: key.pem has no private key in PEM form.');
  expect(await sentenceOf(certificate, encrypted)).toBe(
    'HTTPS: the key in key.pem is encrypted; decrypt it with openssl pkey -in FILE -out FILE.',
  );
  expect(await sentenceOf(certificate, other.key)).toBe(
    'HTTPS: the key in key.pem does not belong to the certificate in cert.pem.',
  );
  expect(await sentenceOf(certificate, key, Date.now() + 500 * day)).toMatch(
    /^HTTPS: .* has expired on \d{4}-\d\d-\d\d\.$/,
  );
  expect(await sentenceOf(certificate, key, Date.now() - 5 * day)).toContain('is not valid before');
});

test('refuses files that are missing or that it may not read', async () => {
  const { certificate, key } = await pair();
  const files = await given(certificate, key);
  const missing = await new GivenCertificate('/nowhere/cert.pem', files.key).identity();
  expect(missing).toMatchObject({ problem: { detail: expect.stringContaining('/nowhere/cert.pem cannot be read: ') } });
  const folder = await new GivenCertificate(files.certificate, '/').identity();
  expect(folder).toMatchObject({ problem: { detail: expect.stringContaining('/ cannot be read: ') } });
});

test('shows a certificate that another program has renewed, and keeps the old one while the files do not fit', async () => {
  const [first, second] = [await pair(), await pair()];
  const files = await given(first.certificate, first.key);
  const source = new GivenCertificate(files.certificate, files.key);
  await source.identity();
  await writeFile(files.certificate, second.certificate);
  expect(await source.identity()).toMatchObject({ ok: true, value: { certificate: first.certificate } });
  await writeFile(files.key, second.key);
  expect(await source.identity()).toMatchObject({ ok: true, value: { certificate: second.certificate } });
});
