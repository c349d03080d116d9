import { afterAll, beforeAll, vi } from 'vitest';
import type { ActionInputs } from '../../../../renderer/app/actions/action-inputs.ts';
import { createWorkbench } from '../../../../renderer/app/workbench/workbench.ts';
import { createClient } from '../../../../renderer/console/client.ts';
import { createMirror } from '../../../../renderer/console/mirror.ts';
import type { RequestSummary } from '../../../../server/contract/schema/state.ts';
import { defaultSettings } from '../../../../server/domain/model/settings.ts';
import { FakeTransport, request } from '../../console/fake-transport.ts';

/** A window whose address can be changed. */
function fakeWindow() {
  const location = { hash: '' };
  const pushState = (_state: unknown, _title: string, hash: string) => {
    location.hash = hash;
  };
  return Object.assign(new EventTarget(), { location, history: { pushState } });
}

/** Gives the tests of a file a window. */
export function stubWindow(): void {
  beforeAll(() => {
    vi.stubGlobal('window', fakeWindow());
    vi.stubGlobal('HashChangeEvent', Event);
  });
  afterAll(async () => {
    // Held keys are given a moment after the work.
    await new Promise((resolve) => setTimeout(resolve));
    vi.unstubAllGlobals();
  });
}

/** A console whose log shows request 1. */
export async function openLog(requests: readonly RequestSummary[] = [request(1)]) {
  window.location.hash = '#/requests/1';
  const transport = new FakeTransport();
  const client = createClient(transport);
  const bench = createWorkbench({ client, mirror: createMirror(client, transport), nth: 1 });
  transport.link('live');
  await transport.snapshot(0, requests);
  bench.requests.open(1);
  const here = { view: 'requests', chosenLine: 'request-1', savedRequests: [] };
  const inputs = { ...bench, ...here, server: { state: 'stopped' }, settings: defaultSettings };
  return { transport, bench, inputs: inputs as unknown as ActionInputs };
}
