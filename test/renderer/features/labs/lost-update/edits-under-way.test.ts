import { expect, test } from 'vitest';
import { createClient } from '../../../../../renderer/console/client.ts';
import { createMirror } from '../../../../../renderer/console/mirror.ts';
import { LostUpdateLab } from '../../../../../renderer/features/labs/lost-update/lost-update-lab.ts';
import type { JsonObject } from '../../../../../server/domain/json/json.ts';
import { FakeTransport, settled } from '../../../console/fake-transport.ts';

const ada = { userId: '1', name: 'Ada', plan: 'free' };

/** A lab in which Ann has read a user. */
async function openLab() {
  const transport = new FakeTransport();
  const client = createClient(transport);
  const lab = new LostUpdateLab(client, createMirror(client, transport), 0);
  const choosing = lab.choose('users', '1');
  await transport.take('collections.fields').answer({ fields: [], definition: { key: 'userId', schema: null } });
  await choosing;
  const respond = async (record: JsonObject) => {
    await settled();
    const content = JSON.stringify(record);
    const headers = [
      ['ETag', '"1"'],
      ['X-Resource-Version', '1'],
    ];
    const body = { encoding: 'utf8', content, bytes: content.length, truncated: false };
    const response = { status: 200, statusText: 'OK', headers, body };
    await transport.take('requests.send').answer({ id: null, durationMs: 1, fault: null, response });
  };
  void lab.read('Ann');
  await respond(ada);
  return { transport, lab, respond, edits: () => lab.state.clients.Ann.edits };
}

test.each(['PUT', 'PATCH'] as const)('what a client edits during its %s stays an edit', async (method) => {
  const { lab, respond, edits } = await openLab();
  lab.setMethod(method);
  void lab.read('Ann');
  await respond(ada);
  lab.edit('Ann', 'name', 'Ada Byron');
  void lab.write('Ann');
  lab.edit('Ann', 'plan', 'team');
  await respond({ ...ada, name: 'Ada Byron' });
  expect(edits()).toEqual({ plan: 'team' });
  void lab.write('Ann');
  lab.edit('Ann', 'plan', 'free');
  await respond({ ...ada, name: 'Ada Byron', plan: 'team' });
  expect(edits()).toEqual({ plan: 'free' });
});

test('a read keeps the edits', async () => {
  const { lab, respond, edits } = await openLab();
  lab.edit('Ann', 'name', 'Ada Byron');
  void lab.read('Ann');
  lab.edit('Ann', 'plan', 'team');
  await respond({ ...ada, plan: 'gold' });
  expect(edits()).toEqual({ name: 'Ada Byron', plan: 'team' });
});

test('the session ends after the request that is under way, which would begin it anew', async () => {
  const { transport, lab, respond } = await openLab();
  void lab.read('Ben');
  await settled();
  lab.leave();
  await settled();
  expect(transport.calls.map(({ name }) => name)).toEqual(['requests.send']);
  await respond(ada);
  expect(transport.calls.map(({ name }) => name)).toEqual(['sessions.drop']);
});
