import { expect, test } from 'vitest';
import { createClient } from '../../../../renderer/console/client.ts';
import { createMirror } from '../../../../renderer/console/mirror.ts';
import { SettingsEdits } from '../../../../renderer/features/settings/settings-edits.ts';
import { type SettingControl, settingEntries } from '../../../../renderer/features/settings/settings-form.ts';
import { createToaster } from '../../../../renderer/ui/overlay/toaster.ts';
import type { ConsoleState } from '../../../../server/contract/schema/state.ts';
import { defaultSettings, type Settings } from '../../../../server/domain/model/settings.ts';
import { FakeTransport, settled } from '../../console/fake-transport.ts';

type Workspace = ConsoleState['workspace'];

async function open() {
  const transport = new FakeTransport();
  const client = createClient(transport);
  const mirror = createMirror(client, transport);
  transport.link('live');
  await transport.snapshot(0);
  const change = (seq: number, state: Partial<ConsoleState>) => transport.send(seq, { type: 'state', state });
  const sendWorkspace = (seq: number, edit: (now: Workspace) => Partial<Workspace>) => {
    const { state } = mirror.store.getState();
    if (!state) throw new Error('There is no snapshot');
    change(seq, { workspace: { ...state.workspace, ...edit(state.workspace) } });
  };
  const send = (seq: number, settings: Partial<Settings>) =>
    sendWorkspace(seq, (now) => ({ settings: { ...now.settings, ...settings } }));
  const toaster = createToaster();
  return { transport, toaster, edits: new SettingsEdits(client, mirror.store, toaster), send, sendWorkspace, change };
}

/** The control of a setting. */
function controlOf<Kind extends SettingControl['kind']>(name: string, kind: Kind) {
  const control = settingEntries.find((entry) => entry.name === name)?.control;
  if (control?.kind !== kind) throw new Error(`${name} has no such control`);
  return control as Extract<SettingControl, { readonly kind: Kind }>;
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

test('resets two settings of one part one after the other, and tells a refusal', async () => {
  const { transport, toaster, edits, send } = await open();
  const small = { ...defaultSettings.log, entries: 5, bytes: 6 };
  send(1, { log: small });
  void edits.press(controlOf('log.entries', 'number').reset);
  void edits.press(controlOf('log.bytes', 'size').reset);
  await settled();
  const first = transport.take('settings.set');
  const withEntries = { ...small, entries: defaultSettings.log.entries };
  expect(first.input).toEqual({ settings: { log: withEntries }, base: { log: small } });
  send(2, { log: withEntries });
  await first.answer(null);
  const second = transport.take('settings.set');
  expect(second.input).toEqual({ settings: { log: defaultSettings.log }, base: { log: withEntries } });
  await second.refuse('Not now.');
  expect(toaster.toasts().at(-1)?.text).toBe('Not now.');
});

test('saves nothing for a reset of what has its default by then', async () => {
  const { transport, edits, send } = await open();
  send(1, { pageSize: 5 });
  const { reset } = controlOf('pageSize', 'number');
  void edits.press(reset);
  const second = edits.press(reset);
  await settled();
  send(2, { pageSize: defaultSettings.pageSize });
  await transport.take('settings.set').answer(null);
  await second;
  expect(transport.calls).toEqual([]);
});

test('renames the workspace twice, the second time from the first name', async () => {
  const { transport, edits, sendWorkspace } = await open();
  void edits.rename('Shop ');
  void edits.rename('Store');
  await settled();
  const first = transport.take('workspace.rename');
  expect(first.input).toEqual({ name: 'Shop ', base: 'Test' });
  await first.answer(null);
  expect(transport.calls).toEqual([]);
  sendWorkspace(1, () => ({ name: 'Shop' }));
  await settled();
  expect(transport.take('workspace.rename').input).toEqual({ name: 'Store', base: 'Shop' });
});

test('sets the upstream once it shows what was set before', async () => {
  const { transport, edits, change } = await open();
  const upstream = { url: null, mode: 'off', fault: null, recorded: 0, lost: 0, sessions: [] } as const;
  void edits.setUpstream({ url: 'http://api.test' });
  void edits.setUpstream({ mode: 'all' });
  const last = edits.setUpstream({ mode: 'missing' });
  await settled();
  await transport.take('upstream.set').answer(null);
  expect(transport.calls).toEqual([]);
  change(1, { upstream: { ...upstream, url: 'http://api.test/' } });
  await settled();
  const second = transport.take('upstream.set');
  expect(second.input).toEqual({ mode: 'all' });
  change(2, { upstream: { ...upstream, url: 'http://api.test/', mode: 'all' } });
  await second.answer(null);
  const third = transport.take('upstream.set');
  expect(third.input).toEqual({ mode: 'missing' });
  await third.refuse('No.');
  expect(await last).toMatchObject({ ok: false });
});
