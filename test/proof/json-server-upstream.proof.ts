/* json-server itself as the real service: its drift from the dialects, and a recording that goes on without it. */
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { Json, JsonObject } from '../../server/domain/json/json.ts';
import type { DialectName } from '../../server/domain/model/settings.ts';
import { startMock, workspaceOf } from '../support/running-mock.ts';
import { hostValue } from '../support/temporary-host.ts';
import { type Start, startNew, startOld } from './json-server-programs.ts';

const posts = Array.from({ length: 25 }, (_, index) => ({
  id: String(index + 1),
  title: `Post ${index}`,
  views: index % 5,
}));
const comments = Array.from({ length: 12 }, (_, index) => ({
  id: String(index + 1),
  body: `Comment ${index}`,
  postId: '1',
}));
const content: JsonObject = { posts, comments };

const stale = 'The mock responds with 412 to a stale tag and with 200 to the current one.';
const strong = 'The mock sends a strong entity tag.';

const versions: readonly {
  readonly dialect: DialectName;
  readonly start: Start;
  readonly targets: readonly string[];
  /** What the mock does and json-server does not. */
  readonly lacks: Readonly<Record<string, string>>;
}[] = [
  {
    dialect: 'json-server-0.17',
    start: startOld,
    targets: [
      '/posts',
      '/posts?_page=2&_limit=10',
      '/posts?_start=3&_end=6',
      '/posts?_sort=views&_order=desc',
      '/posts/7',
      '/comments',
    ],
    lacks: {
      'if-match': `${stale} The service ignores a stale tag.`,
      'json-patch': 'The mock applies it. The service responds with success and changes nothing.',
      'list-tag': `${strong} The service sends a weak entity tag.`,
      'merge-patch': 'The mock applies it. The service responds with success and changes nothing.',
      'record-tag': `${strong} The service sends a weak entity tag.`,
    },
  },
  {
    dialect: 'json-server-1',
    start: startNew,
    targets: ['/posts', '/posts?_page=2&_per_page=10', '/posts?_sort=-views', '/posts/7', '/comments'],
    lacks: {
      head: 'The mock responds with 200. The service responds with 400.',
      'if-match': `${stale} The service ignores a stale tag.`,
      'json-patch': 'The mock applies it. The service responds with 400.',
      'list-tag': `${strong} The service sends no entity tag.`,
      location: 'The mock sends it. The service sends none.',
      'record-tag': `${strong} The service sends no entity tag.`,
    },
  },
];

async function serve(start: Start): Promise<{ readonly url: string; readonly server: Server }> {
  const server = await start(structuredClone(content));
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, server };
}

const paths = (name: string) => [`/${name}`, `/${name}/{id}`];

describe.each(versions)('$dialect', ({ dialect, start, targets, lacks }) => {
  test('has no drift from its dialect but for what json-server lacks', async () => {
    const { url } = await serve(start);
    const collections = {
      posts: { paths: paths('posts'), records: posts },
      comments: { paths: paths('comments'), records: comments },
    };
    await using mock = await startMock(workspaceOf(collections, { dialect, userService: false }));
    const { checks } = await hostValue(mock.host, 'drift.run', { url, writes: true, rate: 1000 });
    const found = checks.filter(({ outcome }) => outcome === 'different');
    const rules = Object.fromEntries(found.map(({ rule, detail }) => [rule, detail]));
    expect(rules).toEqual({
      ...lacks,
      version: 'The mock sends X-Resource-Version. The service sends no X-Resource-Version.',
    });
  });

  test('is recognized by a workspace of the default dialect', async () => {
    const { url } = await serve(start);
    const collections = { posts: { paths: paths('posts'), records: posts } };
    await using mock = await startMock(workspaceOf(collections, { userService: false }));
    const { checks } = await hostValue(mock.host, 'drift.run', { url, rate: 1000 });
    expect(checks.find(({ rule }) => rule === 'dialect')?.change).toEqual({ kind: 'settings', settings: { dialect } });
  });

  test('responds as the recording of it does, once it is stopped', async () => {
    const { url, server } = await serve(start);
    await using mock = await startMock(workspaceOf({}, { userService: false }));
    await hostValue(mock.host, 'upstream.set', { url, mode: 'missing' });
    const read = async (target: string): Promise<Json> => {
      const response = await fetch(`http://127.0.0.1:${mock.port}${target}`);
      return { status: response.status, body: (await response.json()) as Json };
    };
    const recorded = [];
    for (const target of targets) recorded.push(await read(target));
    const preview = await hostValue(mock.host, 'upstream.preview', {});
    const names = preview.collections.map(({ name }) => name);
    await hostValue(mock.host, 'import.apply', { id: preview.id, collections: names, settings: true });
    await hostValue(mock.host, 'upstream.set', { url: null, mode: 'off' });
    server.close();
    const replayed = [];
    for (const target of targets) replayed.push(await read(target));
    expect(replayed).toEqual(recorded);
  });
});
