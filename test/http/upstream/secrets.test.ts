import { readdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { bugReport } from '../../../renderer/features/requests/log/bug-report.ts';
import { Secrets } from '../../../server/domain/request/secrets.ts';
import { clientOf } from '../../support/http-client.ts';
import { hostValue, temporaryHost } from '../../support/temporary-host.ts';
import { startService } from './services.ts';

/** One secret for each place; each is a word of its own. */
const secrets = {
  authorization: 'planted-authorization-1',
  cookie: 'planted-cookie-2',
  header: 'planted-header-key-3',
  query: 'planted-query-key-4',
  json: 'planted-json-password-5',
  form: 'planted-form-secret-6',
  setCookie: 'planted-set-cookie-7',
  member: 'planted-member-token-8',
  nested: 'planted-nested-key-9',
  link: 'planted-link-token-10',
  own: 'planted-own-name-11',
  echo: 'planted-authorization-1',
};

test('secrets of the upstream are in no file, in no export and in nothing that is shown', async () => {
  const heard: string[] = [];
  const service = await startService((req, res) => {
    const chunks: Buffer[] = [];
    req.on('data', (chunk: Buffer) => chunks.push(chunk));
    req.on('end', () => {
      heard.push(`${req.url} ${JSON.stringify(req.headers)} ${Buffer.concat(chunks).toString()}`);
      res.writeHead(200, {
        'Content-Type': 'application/json',
        'Set-Cookie': `sid=${secrets.setCookie}`,
        Link: `</v1/keys?page=2&access_token=${secrets.link}>; rel="next"`,
      });
      const one = { id: 1, token: secrets.member, inner: { apiKey: secrets.nested }, pin: secrets.own };
      res.end(JSON.stringify([{ ...one, said: `You are ${secrets.echo}` }]));
    });
  });
  onTestFinished(() => service.stop());
  const settings = { keptRequests: 100, keptSecrets: true, secretNames: ['pin'] };
  await using temporary = await temporaryHost({ format: 'mock-api-console', version: 1, settings, collections: {} });
  const { host, file } = temporary;
  await hostValue(host, 'upstream.set', { url: service.url, mode: 'missing' });
  await hostValue(host, 'server.start', {});
  const state = host.server();
  if (state.state !== 'listening') throw new Error('The mock does not listen');
  const send = clientOf(state.port);
  const headers = [
    ['Authorization', `Bearer ${secrets.authorization}`],
    ['Cookie', `sid=${secrets.cookie}`],
    ['X-Api-Key', secrets.header],
  ] as const;
  const target = `/v1/keys?api_key=${secrets.query}&q=1`;
  const reply = await send({ target, headers });
  const json = JSON.stringify({ login: { password: secrets.json }, filler: 'x'.repeat(100_000) });
  await send({ method: 'POST', target, headers: [...headers, ['Content-Type', 'application/json']], body: json });
  const type = ['Content-Type', 'application/x-www-form-urlencoded'] as const;
  await send({ method: 'POST', target, headers: [...headers, type], body: `client_secret=${secrets.form}` });

  // The service and the client have them as they are.
  for (const place of ['authorization', 'cookie', 'header', 'query', 'json', 'form'] as const) {
    expect(heard.join(), place).toContain(secrets[place]);
  }
  for (const place of ['member', 'nested', 'own', 'echo'] as const) expect(reply.body, place).toContain(secrets[place]);

  const preview = await hostValue(host, 'upstream.preview', {});
  const rows = { id: preview.id, collection: 'keys', kind: 'new', offset: 0, limit: 10 } as const;
  const shown: unknown[] = [preview, await hostValue(host, 'import.rows', rows)];
  await hostValue(host, 'import.apply', { id: preview.id, collections: ['keys'], settings: true });
  const { entries } = await hostValue(host, 'requests.list', {});
  for (const { id } of entries) {
    await hostValue(host, 'requests.mark', { id, pinned: true, note: 'kept' });
    const detail = await hostValue(host, 'requests.get', { id });
    shown.push(
      detail,
      bugReport(
        detail,
        { scenarios: [], workspace: 'a', version: '1', server: { state: 'stopped' as const } },
        new Secrets(),
      ),
    );
  }
  for (const format of ['har', 'json', 'csv'] as const) {
    shown.push(await hostValue(host, 'requests.export', { format, secrets: true }));
  }
  shown.push(await hostValue(host, 'workspace.export', {}), await hostValue(host, 'workspace.get', {}), entries);
  await hostValue(host, 'snapshots.save', { name: 'now' });
  await host.close();
  const folder = dirname(file);
  for (const name of await readdir(folder)) shown.push(`${name}: ${await readFile(join(folder, name), 'utf8')}`);

  const text = shown.map((one) => (typeof one === 'string' ? one : JSON.stringify(one))).join('\n');
  expect(text).toContain('***');
  expect(text).toContain('.requests:');
  for (const [place, secret] of Object.entries(secrets)) expect(text.includes(secret), place).toBe(false);
  expect(temporary.faults).toEqual([]);
});
