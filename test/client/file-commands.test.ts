import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { smallWorkspace } from '../support/temporary-host.ts';

const root = join(import.meta.dirname, '../..');
let folder = '';

const har = {
  log: {
    entries: [
      {
        request: { method: 'GET', url: 'http://127.0.0.1:4010/users/42', headers: [], bodySize: 0 },
        response: { status: 200, content: { mimeType: 'application/json', text: '{"userId":"42","name":"Ada"}' } },
      },
    ],
  },
};

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mock-api-console-test-'));
  const files = {
    'workspace.json': JSON.stringify(smallWorkspace, null, 2),
    'db.json':
      '{"posts":[{"id":1,"title":"Hello"}],"authors":[{"code":"a","name":"Ada"},{"name":"Grace"}],"theme":"dark"}',
    'users.csv': 'userId,name\n7,Grace\n8,Ada\n',
    'goods.csv': 'article,price\na,1\nb,2\n',
    'api.yaml': await readFile(join(root, 'test/server/import/documents/museum.yaml'), 'utf8'),
    'session.har': JSON.stringify(har),
    'expected.json': '{"expectations":[{"name":"reads Ada","method":"GET","path":"/users/{userId}"}]}',
    'unmet.json': '{"expectations":[{"name":"deletes Ada","method":"DELETE","path":"/users/42"}]}',
  };
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
});

afterAll(() => rm(folder, { recursive: true, force: true }));

/** Runs the program with the words of a command line, and the bytes that it reads from stdin. */
function run(
  line: string,
  input?: Buffer,
): Promise<{ readonly code: number; readonly out: string; readonly err: string }> {
  const words = [join(root, 'dist/serve.cjs'), ...line.split(' ')];
  return new Promise((resolve) => {
    const child = execFile(process.execPath, words, { cwd: folder }, (error, out, err) =>
      resolve({ code: Number(error?.code ?? 0), out, err }),
    );
    child.stdin?.end(input);
  });
}

const contentOf = async (name: string) => JSON.parse(await readFile(join(folder, name), 'utf8'));

test('bytes from stdin are decoded as those of a file, and never with loss', async () => {
  const text = (encoding: BufferEncoding) => Buffer.from('\ufeff{"users":[{"userId":"é"}]}', encoding);
  for (const bytes of [text('utf8'), text('utf16le'), text('utf16le').swap16()]) {
    const { code, out } = await run('export - users --format csv', bytes);
    expect({ code, out }).toEqual({ code: 0, out: expect.stringContaining('é') });
  }
  expect(
    await run('export - users --format csv', Buffer.from('{"users":[{"userId":"\xe9"}]}', 'latin1')),
  ).toMatchObject({
    code: 2,
    out: '',
    err: '- cannot be read. Line 1: the bytes are not UTF-8 text.\n',
  });
  await writeFile(join(folder, 'excel.csv'), Buffer.from('userId,name\n7,M\xfcller\n', 'latin1'));
  const { out, err } = await run('export excel.csv excel --format csv');
  expect(out).toContain('Müller');
  expect(err).toContain('excel.csv: The file is not UTF-8 and was read as Windows-1252');
});

test('every command of the document succeeds, and what it writes is a valid workspace', async () => {
  const document = await readFile(join(root, 'server/docs/headless.md'), 'utf8');
  const lines = document.split('\n').flatMap((line) => /^ {4}mock-api-console (.*)$/.exec(line)?.[1] ?? []);
  expect(lines.length).toBeGreaterThanOrEqual(9);
  for (const line of lines) expect({ line, code: (await run(line)).code }).toEqual({ line, code: 0 });
  const written = lines.flatMap((line) => /\S+\.workspace\.json/.exec(line) ?? []);
  expect(await run(`check ${written.join(' ')}`)).toMatchObject({ code: 0, err: '' });
  expect(Object.keys((await contentOf('shop.workspace.json')).collections)).toEqual(['posts', 'authors']);
  expect((await contentOf('shop.workspace.json')).collections.authors.records).toEqual([{ code: 'a', name: 'Ada' }]);
  expect((await contentOf('session.workspace.json')).collections.users.records).toEqual([
    { userId: '42', name: 'Ada' },
  ]);
  expect((await contentOf('users.workspace.json')).collections.users.key).toBe('userId');
  expect(await readFile(join(folder, 'users.ndjson'), 'utf8')).toMatch(/^\{"userId":"7".*\n\{"userId":"42".*\n$/);
  expect(await readFile(join(folder, 'team.csv'), 'utf8')).toContain('7,Grace,inactive');
  expect(await readFile(join(folder, 'archive.xml'), 'utf8')).toContain('tests="1" failures="0"');
});

test('a workspace goes through OpenAPI and back with its collections and their keys', async () => {
  const api = JSON.parse((await run('convert workspace.json - --format openapi')).out);
  expect(api).toMatchObject({ openapi: '3.1.0', info: { title: smallWorkspace.name } });
  await writeFile(join(folder, 'served.json'), JSON.stringify(api));
  expect(await run('convert served.json served.workspace.json')).toMatchObject({ code: 0 });
  const { collections } = await contentOf('served.workspace.json');
  expect(collections).toMatchObject({ users: { key: 'userId' }, products: { key: 'id' } });
  expect(Object.keys(collections)).toHaveLength(2);
});

test('a workspace goes through json-server and back without loss of records', async () => {
  const { out } = await run('convert workspace.json - --format json-server');
  expect(JSON.parse(out)).toEqual({
    users: smallWorkspace.collections.users.records,
    products: smallWorkspace.collections.products.records,
  });
});

describe('faults', () => {
  test('check names each fault with its pointer', async () => {
    const broken = { ...smallWorkspace, settings: { port: '4010', pagesize: 5 } };
    await writeFile(join(folder, 'broken.json'), JSON.stringify(broken));
    const users = { ...smallWorkspace.collections.users, records: [{ userId: '1', name: 'A', status: 'gone' }] };
    await writeFile(join(folder, 'unfit.json'), JSON.stringify({ ...smallWorkspace, collections: { users } }));
    const { code, out, err } = await run('check workspace.json broken.json unfit.json');
    expect([code, out]).toEqual([1, 'workspace.json: valid, 2 collections, 3 records\n']);
    expect(err.split('\n')).toEqual([
      expect.stringMatching(
        /^broken\.json: Line 1, column \d+ \(\/settings\/pagesize\): .*did you mean "pageSize"\?\.$/,
      ),
      expect.stringMatching(/^broken\.json: Line 1, column \d+ \(\/settings\/port\): must be a whole number/),
      'unfit.json: /collections/users/records/0/status: status must be one of active, inactive.',
      '',
    ]);
  });

  test('verify exits with 1 if an expectation is not met', async () => {
    const { code, err } = await run('verify unmet.json session.har');
    expect([code, err.split('\n')[0]]).toEqual([1, '0 of 1 expectation met.']);
  });

  test.each([
    ['check', /^Usage: mock-api-console check FILE/],
    ['check missing.json', /^missing\.json cannot be read: /],
    ['export workspace.json orders', /^workspace\.json has no collection "orders"; it has users, products\.$/],
    ['export workspace.json users --format xml', /^--format takes json, ndjson, csv, not "xml"\.$/],
    [
      'convert workspace.json users.csv',
      /^users\.csv exists already|^csv holds one collection: choose one of users, products/,
    ],
    ['convert users.csv db.json', /^db\.json exists already; --force replaces it\.$/],
    ['convert users.csv new.json --key status', /^users\.csv: "status" cannot be the key of users: \d+ records? ha/],
    ['convert workspace.json new.json --key id', /^workspace\.json: The collections of a workspace have their keys\.$/],
    ['convert users.csv', /^Usage: mock-api-console convert FROM TO/],
    ['convert expected.json new.json', /^expected\.json: /],
    ['export workspace.json users --colour', /^Unknown option '--colour'\. Usage: /],
    ['verify expected.json users.csv', /^users\.csv is no HTTP archive \(HAR\)\.$/],
  ])('%s exits with 2 and one sentence', async (line, sentence) => {
    const { code, out, err } = await run(line);
    expect([code, out, err.trimEnd().split('\n').length]).toEqual([2, '', 1]);
    expect(err.trimEnd()).toMatch(sentence);
  });

  test('--key chooses a key that no name tells', async () => {
    expect(await run('convert goods.csv made.json')).toMatchObject({
      code: 0,
      err: expect.stringContaining('get "id"'),
    });
    expect((await contentOf('made.json')).collections).toMatchObject({ goods: { key: 'id' } });
    expect(await run('convert goods.csv keyed.json --key article')).toMatchObject({ code: 0 });
    expect((await contentOf('keyed.json')).collections).toMatchObject({ goods: { key: 'article' } });
  });

  test('--force replaces a file, also the one that is read', async () => {
    await writeFile(join(folder, 'same.csv'), 'id,name\n1,A\n');
    expect(await run('convert same.csv same.csv --force --collection things')).toMatchObject({ code: 0 });
    expect(await readFile(join(folder, 'same.csv'), 'utf8')).toBe('id,name\r\n1,A\r\n');
  });
});
