import { X509Certificate } from 'node:crypto';
import { chmod, mkdir, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createSecureContext } from 'node:tls';
import { expect, test } from 'vitest';
import { CertificateStore } from '../../../server/tls/certificate-store.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { systemError, watchedFileSystem } from '../store/failing-file-system.ts';

const day = 86_400_000;
const now = Date.parse('2026-05-01T12:00:00Z');
const names = ['localhost', '127.0.0.1', '::1', 'laptop', 'laptop.local', '192.168.1.7', 'fd00::7'];

interface Changed {
  readonly at?: number;
  readonly writes?: boolean;
  readonly names?: readonly string[];
}

function storeIn(folder: string, { at = now, writes = true, names: own = names }: Changed = {}): CertificateStore {
  return new CertificateStore({ folder, writes, now: () => at, names: () => own });
}

async function identityIn(folder: string, changed: Changed = {}, hosts: readonly string[] = []) {
  const found = await storeIn(folder, changed).identity(hosts);
  if (!found.ok) throw new Error(found.problem.detail);
  return found.value;
}

async function refusalIn(folder: string, changed: Changed = {}): Promise<string> {
  const found = await storeIn(folder, changed).identity([]);
  return found.ok ? 'accepted' : `${found.problem.type} ${found.problem.detail}`;
}

async function newFolder(): Promise<string> {
  return join(await temporaryFolder(), 'https');
}

test('makes an authority and a certificate that covers every name of the machine', async () => {
  const { certificate, key, authority, uncovered } = await identityIn(await newFolder(), {}, ['Mock.Test', '[::1]']);
  const leaf = new X509Certificate(certificate);
  const issuer = new X509Certificate(authority ?? '');
  expect(leaf.checkIssued(issuer) && leaf.verify(issuer.publicKey)).toBe(true);
  for (const name of ['localhost', 'laptop', 'laptop.local', 'mock.test']) expect(leaf.checkHost(name)).toBe(name);
  for (const address of ['127.0.0.1', '::1', '192.168.1.7', 'fd00::7']) expect(leaf.checkIP(address)).toBe(address);
  expect(leaf.checkHost('example.com')).toBeUndefined();
  expect(leaf.ca).toBe(false);
  expect(leaf.keyUsage).toEqual(['1.3.6.1.5.5.7.3.1']);
  expect(uncovered).toEqual([]);
  expect(() => createSecureContext({ cert: certificate, key, ca: authority ?? '' })).not.toThrow();
});

test('makes certificates of at most 398 days and an authority of ten years', async () => {
  const { certificate, authority } = await identityIn(await newFolder());
  const days = ({ validFrom, validTo }: X509Certificate) => (Date.parse(validTo) - Date.parse(validFrom)) / day;
  expect(days(new X509Certificate(certificate))).toBeLessThanOrEqual(398);
  expect(days(new X509Certificate(authority ?? ''))).toBeGreaterThan(3600);
  expect(new X509Certificate(authority ?? '').ca).toBe(true);
});

test('opens its folder and its files for their owner alone', async () => {
  const folder = await newFolder();
  await identityIn(folder);
  expect((await stat(folder)).mode & 0o777).toBe(0o700);
  const files = await readdir(folder);
  expect(files.toSorted()).toEqual(['ca-key.pem', 'ca.pem', 'server.pem']);
  for (const file of files) expect((await stat(join(folder, file))).mode & 0o777).toBe(0o600);
});

test('keeps the authority and the certificate over restarts', async () => {
  const folder = await newFolder();
  const first = await identityIn(folder);
  expect(await identityIn(folder)).toEqual(first);
});

test('two programs that start at once have one authority', async () => {
  const folder = await newFolder();
  const all = await Promise.all(Array.from({ length: 8 }, () => identityIn(folder)));
  expect(new Set(all.map(({ authority }) => authority)).size).toBe(1);
  expect((await readdir(join(folder, '..'))).length).toBe(1);
});

test('renews the certificate thirty days before its end, and keeps the authority', async () => {
  const folder = await newFolder();
  const first = await identityIn(folder);
  const end = Date.parse(new X509Certificate(first.certificate).validTo);
  expect((await identityIn(folder, { at: end - 31 * day })).certificate).toBe(first.certificate);
  const later = await identityIn(folder, { at: end - 29 * day });
  expect(later.certificate).not.toBe(first.certificate);
  expect(later.authority).toBe(first.authority);
  expect(await identityIn(folder, { at: end - 29 * day })).toEqual(later);
});

test('renews the certificate in a running program as the clock goes on', async () => {
  let at = now;
  const store = new CertificateStore({ folder: await newFolder(), writes: true, now: () => at, names: () => names });
  const first = await store.identity([]);
  at += 300 * day;
  expect(await store.identity([])).toEqual(first);
  at += 90 * day;
  const second = await store.identity([]);
  expect(second.ok && second.value.certificate).not.toBe(first.ok && first.value.certificate);
});

test('a certificate never outlasts its authority, and is not renewed for that', async () => {
  const folder = await newFolder();
  const { authority } = await identityIn(folder);
  const end = Date.parse(new X509Certificate(authority ?? '').validTo);
  const last = await identityIn(folder, { at: end - 10 * day });
  expect(Date.parse(new X509Certificate(last.certificate).validTo)).toBe(end);
  expect(await identityIn(folder, { at: end - 5 * day })).toEqual(last);
});

test('renews the certificate for a new address, but not for one that is gone', async () => {
  const folder = await newFolder();
  const first = await identityIn(folder);
  expect(await identityIn(folder, { names: names.slice(0, 4) })).toEqual(first);
  const moved = await identityIn(folder, { names: [...names, '10.0.0.3'] });
  expect(new X509Certificate(moved.certificate).checkIP('10.0.0.3')).toBe('10.0.0.3');
  expect(moved.authority).toBe(first.authority);
});

test('leaves out a public name that was not asked for when the authority was made', async () => {
  const folder = await newFolder();
  const first = await identityIn(folder, {}, ['api.example.com']);
  expect(new X509Certificate(first.certificate).checkHost('api.example.com')).toBe('api.example.com');
  const later = await identityIn(folder, {}, ['api.example.com', 'shop.example.net', '8.8.8.8', 'other.internal']);
  expect(later.uncovered).toEqual(['shop.example.net', '8.8.8.8']);
  expect(new X509Certificate(later.certificate).checkHost('other.internal')).toBe('other.internal');
});

test('leaves out what is no name of a server, and renews nothing for it', async () => {
  const store = storeIn(await newFolder());
  const hosts = ['*.test', 'a_b.test', 'ü.test', 'a,b.test', `${'a'.repeat(64)}.test`, 'mock.test:80', 'x..test'];
  const first = await store.identity(hosts);
  expect(first.ok && first.value.uncovered).toEqual(hosts.filter((name) => name !== 'a_b.test'));
  expect(await store.identity(hosts)).toEqual(first);
});

test.each([
  ['ca.pem', 'cut', (text: string) => text.slice(0, 200), 'ca.pem has no certificate in PEM form'],
  ['ca.pem', 'empty', () => '', 'ca.pem has no certificate in PEM form'],
  ['ca-key.pem', 'cut', (text: string) => text.slice(0, 80), 'ca-key.pem has no private key in PEM form'],
  ['ca-key.pem', 'missing', () => null, 'ca-key.pem is missing'],
  ['ca.pem', 'missing', () => null, 'ca.pem is missing'],
])('never replaces an authority whose %s is %s', async (file, _, damage, reason) => {
  const folder = await newFolder();
  await identityIn(folder);
  const path = join(folder, file);
  const damaged = damage(await readFile(path, 'utf8'));
  if (damaged === null) await rm(path);
  else await writeFile(path, damaged);
  const sentence = `The certificate authority in ${folder} cannot be used: ${reason}. Restore it, or remove that folder`;
  expect(await refusalIn(folder)).toContain(sentence);
  if (damaged !== null) expect(await readFile(path, 'utf8')).toBe(damaged);
  await rm(folder, { recursive: true });
  expect(await refusalIn(folder)).toBe('accepted');
});

test('refuses the key of another authority, and an authority that has expired', async () => {
  const [folder, other] = [await newFolder(), await newFolder()];
  await identityIn(folder);
  await identityIn(other);
  await writeFile(join(folder, 'ca-key.pem'), await readFile(join(other, 'ca-key.pem')));
  expect(await refusalIn(folder)).toContain('the key in ca-key.pem does not belong to the certificate in ca.pem');
  expect(await refusalIn(other, { at: now + 4000 * day })).toContain(
    'the certificate in ca.pem has expired on 2036-04',
  );
});

test('refuses a key that other accounts may read', async () => {
  const folder = await newFolder();
  await identityIn(folder);
  await chmod(join(folder, 'ca-key.pem'), 0o644);
  expect(await refusalIn(folder)).toContain('other accounts may open ca-key.pem; make it private with chmod 600');
});

test('makes a damaged certificate of the server anew', async () => {
  const folder = await newFolder();
  const { authority } = await identityIn(folder);
  for (const text of ['', 'nonsense', '-----BEGIN CERTIFICATE-----\n-----END CERTIFICATE-----\nx']) {
    await writeFile(join(folder, 'server.pem'), text);
    const fresh = await identityIn(folder);
    expect(fresh.authority).toBe(authority);
    expect(new X509Certificate(fresh.certificate).checkHost('localhost')).toBe('localhost');
  }
});

test('writes nothing in a program that keeps all in memory, but uses what it finds', async () => {
  const folder = await newFolder();
  const alone = await identityIn(folder, { writes: false });
  await expect(readdir(folder)).rejects.toThrow('ENOENT');
  const kept = await identityIn(folder);
  expect(kept.authority).not.toBe(alone.authority);
  expect(await identityIn(folder, { writes: false })).toEqual(kept);
});

test('removes what a program killed while it made an authority has left, and nothing else', async () => {
  const folder = await newFolder();
  await identityIn(folder);
  const beside = ['https.0123456789abcdef.saving', 'other.0123456789abcdef.saving', 'https.backup'];
  for (const name of beside) {
    await mkdir(join(folder, '..', name));
    await writeFile(join(folder, '..', name, 'ca-key.pem'), 'a key');
  }
  await writeFile(join(folder, 'server.pem.0123456789abcdef.saving'), 'a certificate');
  // Another program may be making it now.
  await identityIn(folder);
  expect(await readdir(join(folder, '..'))).toHaveLength(4);
  const old = new Date(Date.now() - day);
  await utimes(join(folder, 'server.pem.0123456789abcdef.saving'), old, old);
  for (const name of beside) await utimes(join(folder, '..', name), old, old);
  await identityIn(folder);
  expect((await readdir(join(folder, '..'))).toSorted()).toEqual(['https', 'https.backup', beside[1]]);
  expect((await readdir(folder)).toSorted()).toEqual(['ca-key.pem', 'ca.pem', 'server.pem']);
});

test('makes an authority or none on a disk that fills up at any moment, and one once there is room', async () => {
  const folder = await newFolder();
  let [calls, room] = [0, 0];
  const fs = watchedFileSystem(({ name }) => {
    if (++calls > room) throw systemError('ENOSPC', name);
  });
  const store = new CertificateStore({ folder, writes: true, now: () => now, names: () => names, fs });
  for (let isMade = false; !isMade; room += 1) {
    calls = 0;
    const found = await store.identity([]);
    const reason = `The certificate authority in ${folder} cannot be written: the disk is full (ENOSPC).`;
    if (!found.ok) expect(found.problem.detail).toBe(reason);
    isMade = found.ok;
    const left = await readdir(join(folder, '..'));
    expect(left.filter((name) => name !== 'https')).toEqual([]);
    // An authority that is there is whole.
    if (left.length > 0) expect(await readdir(folder)).toEqual(expect.arrayContaining(['ca-key.pem', 'ca.pem']));
  }
  expect(room).toBeGreaterThan(10);
  expect(await refusalIn(folder)).toBe('accepted');
});

test('says why the folder cannot be written', async () => {
  const folder = await newFolder();
  await mkdir(folder);
  await rm(folder, { recursive: true });
  await writeFile(folder, 'a file');
  expect(await refusalIn(folder)).toContain('/problems/certificate-refused');
});
