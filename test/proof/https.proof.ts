/* Chromium and curl trust the server with the program's authority, and refuse it without. Thousands of half-open handshakes. */

import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { mkdir, readFile } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { connect as connectTls } from 'node:tls';
import { promisify } from 'node:util';
import { chromium } from 'playwright';
import { expect, onTestFinished, test } from 'vitest';
import { findChromium } from '../../.scripts/browser.mjs';
import { findCertutil } from '../../.scripts/certutil.mjs';
import { temporaryFolder } from '../support/temporary-folder.ts';

const program = join(import.meta.dirname, '../../dist/serve.cjs');
const run = promisify(execFile);

interface Served {
  readonly child: ChildProcess;
  readonly https: URL;
  /** The file of the authority. */
  readonly ca: string;
}

async function serveIn(home: string): Promise<Served> {
  const flags = ['--tls', '--tls-port=0', '--port=0', '--no-console', '--quiet'];
  const child = spawn(process.execPath, [program, ...flags], { env: homeOf(home) });
  onTestFinished(() => {
    child.kill('SIGKILL');
  });
  const line = await new Promise<string>((resolve, reject) => {
    createInterface(child.stdout).on('line', resolve);
    child.once('exit', () => reject(new Error('The program has not started.')));
  });
  const ca = join(home, '.local/share/mock-api-console/https/ca.pem');
  return { child, https: new URL(JSON.parse(line.replace('ready ', '')).https), ca };
}

function homeOf(home: string) {
  return { ...process.env, HOME: home, XDG_DATA_HOME: '' } as Record<string, string>;
}

/** The status of a page, or the error of the browser, whose home folder says what it trusts. */
async function visit(home: string, url: URL): Promise<string> {
  const executablePath = await findChromium(() => undefined);
  const browser = await chromium.launch({ executablePath, env: homeOf(home) });
  try {
    const response = await (await browser.newPage()).goto(String(url));
    return `${response?.status()} ${(await response?.securityDetails())?.protocol}`;
  } catch (error) {
    return /net::\w+/.exec(String(error))?.[0] ?? String(error);
  } finally {
    await browser.close();
  }
}

test('Chromium trusts the server with the authority by every name, and refuses it without', async () => {
  const { https, ca } = await serveIn(await temporaryFolder());
  const [trusting, other] = [await temporaryFolder(), await temporaryFolder()];
  const database = join(trusting, '.pki/nssdb');
  await mkdir(database, { recursive: true });
  const certutil = await findCertutil();
  await run(certutil, ['-d', `sql:${database}`, '-N', '--empty-password']);
  await run(certutil, ['-d', `sql:${database}`, '-A', '-t', 'C,,', '-n', 'mock', '-i', ca]);
  for (const host of ['127.0.0.1', 'localhost']) {
    const url = new URL(`https://${host}:${https.port}/users/42`);
    expect(await visit(trusting, url)).toBe('200 TLS 1.3');
    expect(await visit(other, url)).toBe('net::ERR_CERT_AUTHORITY_INVALID');
  }
});

test('curl trusts the server with the authority, also after a restart, and refuses it without', async () => {
  const home = await temporaryFolder();
  const first = await serveIn(home);
  const text = await readFile(first.ca, 'utf8');
  first.child.kill('SIGTERM');
  await new Promise((resolve) => first.child.once('exit', resolve));
  const { https, ca } = await serveIn(home);
  expect(await readFile(ca, 'utf8')).toBe(text);
  const target = `https://localhost:${https.port}/users/42`;
  const { stdout } = await run('curl', ['--silent', '--cacert', ca, target]);
  expect(JSON.parse(stdout)).toMatchObject({ userId: '42' });
  await expect(run('curl', ['--silent', target])).rejects.toMatchObject({ code: 60 });
  await expect(run('curl', ['--silent', '--cacert', ca, '--tls-max', '1.1', target])).rejects.toMatchObject({
    code: 35,
  });
  const elsewhere = [
    '--resolve',
    `shop.example.com:${https.port}:127.0.0.1`,
    `https://shop.example.com:${https.port}/`,
  ];
  await expect(run('curl', ['--silent', '--cacert', ca, ...elsewhere])).rejects.toMatchObject({ code: 60 });
});

test('three thousand half-open handshakes keep no client out, end by themselves, and do not delay SIGTERM', async () => {
  const { child, https, ca } = await serveIn(await temporaryFolder());
  const before = await residentBytes(child);
  let open = 0;
  for (let index = 0; index < 3000; index += 1) {
    const socket = await connected(Number(https.port));
    open += 1;
    // The first half begin a record of TLS and never end it.
    if (index % 2 === 0) socket.write(Buffer.from([22, 3, 1, 2, 0, 1]));
    socket
      .on('error', () => undefined)
      .once('close', () => {
        open -= 1;
      });
    socket.resume();
  }
  const { stdout } = await run('curl', ['--silent', '--cacert', ca, `${https.origin}/users/42`]);
  expect(JSON.parse(stdout)).toMatchObject({ userId: '42' });
  expect((await residentBytes(child)) - before).toBeLessThan(400 * 2 ** 20);
  await expect.poll(() => open, { timeout: 60_000, interval: 500 }).toBe(0);
  const idle = connectTls({ port: Number(https.port), host: '127.0.0.1', ca: await readFile(ca, 'utf8') });
  await new Promise((resolve) => idle.once('secureConnect', resolve));
  idle.on('error', () => undefined);
  await connected(Number(https.port));
  child.kill('SIGTERM');
  expect(await new Promise((resolve) => child.once('exit', resolve))).toBe(0);
});

function connected(port: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => resolve(socket));
    socket.once('error', reject);
  });
}

async function residentBytes({ pid }: ChildProcess): Promise<number> {
  const pages = (await readFile(`/proc/${pid}/statm`, 'utf8')).split(' ')[1];
  return Number(pages) * 4096;
}
