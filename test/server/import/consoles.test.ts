import { expect, test } from 'vitest';
import type { CommandOutput } from '../../../server/contract/command.ts';
import type { ConsoleEvent } from '../../../server/contract/event.ts';
import { hostValue, temporaryHost } from '../../support/temporary-host.ts';

/** A host, and how consoles, and callers without an id, import things into it. */
async function opened() {
  const temporary = await temporaryHost();
  const { host } = temporary;
  const of = (console?: string) => ({
    preview: (ids: readonly number[], name = `things-${console ?? 'nobody'}`) =>
      host.call('import.preview', { text: ['id', ...ids].join('\n'), fileName: `${name}.csv` }, { console }),
    apply: (reply: unknown) => {
      const { id, collections } = (reply as { readonly value: CommandOutput<'import.preview'> }).value;
      const names = collections.map(({ name }) => name);
      return host.call('import.apply', { id, collections: names }, { console });
    },
    cancel: () => host.call('jobs.cancel', { kind: 'import' }, { console }),
  });
  return { host, of, [Symbol.asyncDispose]: () => temporary[Symbol.asyncDispose]() };
}

const many = (count: number) => Array.from({ length: count }, (_, index) => index);
const imported = (records: number) => ({ ok: true, value: { records } });
const cancelled = { ok: false, problem: { type: '/problems/job-cancelled' } };

test('a preview stays while another console previews a file, and closes its own preview', async () => {
  await using host = await opened();
  const [one, other] = [host.of('one'), host.of('other')];
  const mine = await one.preview([1, 2]);
  await other.preview([3]);
  await other.cancel();
  expect(await one.apply(mine)).toMatchObject(imported(2));
});

test('a caller without an id keeps the previews of consoles when it previews, and cancels all when it cancels', async () => {
  await using host = await opened();
  const [one, nobody] = [host.of('one'), host.of()];
  const mine = await one.preview([1]);
  const theirs = await nobody.preview([2]);
  expect(await one.apply(mine)).toMatchObject(imported(1));
  const again = await one.preview([3], 'more');
  await nobody.cancel();
  expect(await one.apply(again)).toMatchObject(cancelled);
  expect(await nobody.apply(theirs)).toMatchObject(cancelled);
});

test('a new preview takes the place of the one of the same console', async () => {
  await using host = await opened();
  const one = host.of('one');
  const first = await one.preview([1]);
  const second = await one.preview([2]);
  expect(await one.apply(first)).toMatchObject(cancelled);
  expect(await one.apply(second)).toMatchObject(imported(1));
});

test('an import under way goes on while another console previews, imports and cancels', async () => {
  await using console = await opened();
  const [one, other] = [console.of('one'), console.of('other')];
  const mine = await one.preview(many(20_000));
  const events: ConsoleEvent[] = [];
  let meanwhile: Promise<unknown> | undefined;
  const importMeanwhile = async () => {
    const theirs = await other.preview([1, 2, 3]);
    const applied = await other.apply(theirs);
    await other.preview([4]);
    await other.cancel();
    return applied;
  };
  console.host.subscribe((batch) => {
    events.push(...batch);
    const isUnderWay = batch.some((event) => event.type === 'state' && (event.state.jobs?.length ?? 0) > 0);
    if (isUnderWay) meanwhile ??= importMeanwhile();
  });
  expect(await one.apply(mine)).toMatchObject(imported(20_000));
  expect(await meanwhile).toMatchObject(imported(3));
});

test('two consoles that import the same new collection get one of them', async () => {
  await using console = await opened();
  const [one, other] = [console.of('one'), console.of('other')];
  const previews = [await one.preview([1], 'same'), await other.preview([2], 'same')] as const;
  expect(await one.apply(previews[0])).toMatchObject(imported(1));
  expect(await other.apply(previews[1])).toMatchObject({ ok: false, problem: { type: '/problems/conflict' } });
});

test('the preview of an earlier run of the host is not taken for one of this run', async () => {
  await using temporary = await temporaryHost();
  const preview = ({ host }: typeof temporary, id: number) =>
    hostValue(host, 'import.preview', { text: `id\n${id}`, fileName: 'things.csv' });
  const { id } = await preview(temporary, 1);
  await using reopened = await temporary.reopen();
  await preview(reopened, 2);
  const applied = await reopened.host.call('import.apply', { id, collections: ['things'] });
  expect(applied).toMatchObject(cancelled);
});

test('of many previews the latest used are held', async () => {
  await using console = await opened();
  const consoles = ['a', 'b', 'c', 'd', 'e'].map((id) => console.of(id));
  const [a, b, c, d, e] = consoles as [Of, Of, Of, Of, Of];
  const [first, second] = [await a.preview([1]), await b.preview([1])];
  for (const one of [c, d]) await one.preview([1]);
  const { id } = (first as { readonly value: CommandOutput<'import.preview'> }).value;
  const rows = { id, collection: 'things-a', kind: 'new', offset: 0, limit: 1 };
  expect(await console.host.call('import.rows', rows)).toMatchObject({ ok: true });
  await e.preview([1]);
  expect(await b.apply(second)).toMatchObject(cancelled);
  expect(await a.apply(first)).toMatchObject(imported(1));
});

type Of = ReturnType<Awaited<ReturnType<typeof opened>>['of']>;
