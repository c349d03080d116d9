import { expect, test } from 'vitest';
import { createClient } from '../../../../renderer/console/client.ts';
import { createMirror } from '../../../../renderer/console/mirror.ts';
import { Audits, keyOf } from '../../../../renderer/features/audit/audits.ts';
import { createToaster } from '../../../../renderer/ui/overlay/toaster.ts';
import { FakeTransport, settled } from '../../console/fake-transport.ts';

const app = { client: 'App', session: null, requests: 2, first: 1, last: 2, connections: 1 };
const web = { ...app, client: 'Web', session: 's1' };

test('an audit names clients only if it judges several, and remembers how far the log was', async () => {
  const transport = new FakeTransport();
  const client = createClient(transport);
  const audits = new Audits(client, createMirror(client, transport), createToaster(), () => true);
  transport.link('live');
  await transport.snapshot(0);
  const answer = async (clients: readonly (typeof app | typeof web)[]) => {
    await transport.take('audit.clients').answer({ clients });
    await transport.take('audit.scenes').answer({ scenes: [] });
    await settled();
    await transport.take('audit.run').answer({ requests: 4, results: [] });
  };
  void audits.run();
  await answer([app]);
  expect(audits.judgesSeveral).toBe(false);
  void audits.run();
  await answer([app, web]);
  expect(audits.judgesSeveral).toBe(true);
  expect(audits.store.getState().run).toEqual({ requests: 4, results: [], logged: 0 });
  void audits.choose(keyOf(web));
  await answer([app, web]);
  expect(audits.judgesSeveral).toBe(false);
});

test('of two audits in quick succession the later one is shown, whichever ends first', async () => {
  const transport = new FakeTransport();
  const client = createClient(transport);
  const audits = new Audits(client, createMirror(client, transport), createToaster(), () => true);
  const begin = async (from: string) => {
    void audits.limit({ from });
    await transport.take('audit.clients').answer({ clients: [app] });
    await transport.take('audit.scenes').answer({ scenes: [] });
    await settled();
    return transport.take('audit.run');
  };
  const [first, second] = [await begin('1'), await begin('15')];
  expect(second.input).toEqual({ from: 15 });
  await second.answer({ requests: 2, results: [] });
  await first.answer({ requests: 9, results: [] });
  expect(audits.store.getState().run?.requests).toBe(2);
});
