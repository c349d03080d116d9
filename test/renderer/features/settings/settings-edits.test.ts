import { expect, test } from 'vitest';
import { createClient } from '../../../../renderer/console/client.ts';
import { createMirror } from '../../../../renderer/console/mirror.ts';
import { SettingsEdits } from '../../../../renderer/features/settings/settings-edits.ts';
import { defaultSettings, type Settings } from '../../../../server/domain/model/settings.ts';
import { FakeTransport, settled } from '../../console/fake-transport.ts';

async function open() {
  const transport = new FakeTransport();
  const client = createClient(transport);
  const mirror = createMirror(client, transport);
  transport.link('live');
  await transport.snapshot(0);
  const send = (seq: number, settings: Partial<Settings>) => {
    const { state } = mirror.store.getState();
    if (!state) throw new Error('There is no snapshot');
    const workspace = { ...state.workspace, settings: { ...state.workspace.settings, ...settings } };
    transport.send(seq, { type: 'state', state: { workspace } });
  };
  return { transport, edits: new SettingsEdits(client, mirror.store), send };
}

const rename = (member: string, name: string) => (settings: Settings) => ({
  envelope: { ...(typeof settings.envelope === 'object' && settings.envelope), [member]: name },
});

test('makes the second of two quick edits of one setting on the first', async () => {
  const { transport, edits, send } = await open();
  const first = edits.save(rename('items', 'data'));
  const second = edits.save(rename('total', 'count'));
  await settled();
  const call = transport.take('settings.set');
  expect(call.input).toEqual({
    settings: { envelope: { items: 'data' } },
    base: { envelope: defaultSettings.envelope },
  });
  await call.answer(null);
  expect(transport.calls).toEqual([]);
  send(1, { envelope: { items: 'data' } });
  expect(await first).toMatchObject({ ok: true });
  await settled();
  const next = transport.take('settings.set');
  expect(next.input).toEqual({
    settings: { envelope: { items: 'data', total: 'count' } },
    base: { envelope: { items: 'data' } },
  });
  await next.refuse('No.');
  expect(await second).toMatchObject({ ok: false });
});
