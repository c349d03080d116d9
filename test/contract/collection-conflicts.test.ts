import { describe, expect, it } from 'vitest';
import { connected, transports } from './connected.ts';

describe.each(transports)('edits of one collection at once, over %s', (_name, connect) => {
  it('refuses a change of what has changed since the edit began, and only that', async () => {
    await using host = await connected(connect);
    const { value, call } = host;
    const base = { sort: null, time: null };
    await value('collections.create', { definition: { name: 'things' } });
    await value('collections.change', { collection: 'things', to: { sort: 'id' }, base });
    expect(await call('collections.change', { collection: 'things', to: { sort: '-id' }, base })).toMatchObject({
      ok: false,
      problem: { type: '/problems/edit-conflict', theirs: { sort: 'id' } },
    });
    await value('collections.change', { collection: 'things', to: { time: 'at' }, base });
  });

  it('takes the first path of a collection, and refuses another one from an edit that began before', async () => {
    await using host = await connected(connect);
    const { value, call } = host;
    await value('collections.create', { definition: { name: 'things' } });
    const paths = (...all: readonly string[]) => ({ paths: all.map((path) => ({ path, record: null })) });
    const change = (to: object, base: object) => call('collections.change', { collection: 'things', to, base });
    expect(await change(paths('/v1/things'), paths())).toMatchObject({ ok: true });
    expect(await change(paths('/v2/things'), paths())).toMatchObject({
      ok: false,
      problem: { type: '/problems/edit-conflict', theirs: paths('/v1/things') },
    });
    expect(await change(paths(), paths('/v1/things'))).toMatchObject({ ok: true });
    expect(await change(paths('/v2/things'), paths('/v1/things'))).toMatchObject({
      ok: false,
      problem: { type: '/problems/edit-conflict', theirs: paths() },
    });
    expect(await change(paths('/v2/things'), paths())).toMatchObject({ ok: true });
  });
});
