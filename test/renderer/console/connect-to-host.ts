import { expect } from 'vitest';
import { createClient } from '../../../renderer/console/client.ts';
import { createMirror } from '../../../renderer/console/mirror.ts';
import type { Transport } from '../../../renderer/console/transport.ts';
import { eventually } from '../../support/eventually.ts';
import { temporaryHost } from '../../support/temporary-host.ts';

/** The client and the mirror of a console that is connected to a host of its own, over a small workspace. */
export async function connectToHost() {
  const temporary = await temporaryHost();
  const { host } = temporary;
  const transport: Transport = {
    call: (name, input) => host.call(name, input),
    events: (onEvents, onLink) => {
      const stop = host.subscribe(onEvents);
      onLink('live');
      return stop;
    },
  };
  const client = createClient(transport);
  const mirror = createMirror(client, transport);
  await eventually(() => expect(mirror.store.getState().state).not.toBeNull());
  return {
    host,
    client,
    mirror,
    [Symbol.asyncDispose]: async () => {
      mirror.close();
      await temporary[Symbol.asyncDispose]();
    },
  };
}
