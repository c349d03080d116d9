import { expect } from 'vitest';
import { Conflicts } from '../../../../../renderer/conflict/conflicts.ts';
import { createClient } from '../../../../../renderer/console/client.ts';
import { createMirror } from '../../../../../renderer/console/mirror.ts';
import type { Transport } from '../../../../../renderer/console/transport.ts';
import { Scenarios } from '../../../../../renderer/features/scenarios/model/scenarios.ts';
import { createToaster } from '../../../../../renderer/ui/overlay/toaster.ts';
import { eventually } from '../../../../support/eventually.ts';
import { temporaryHost } from '../../../../support/temporary-host.ts';

/** The scenarios of a console that is connected to a host of its own, which has Default and "Nobody is active". */
export async function openScenarios() {
  const temporary = await temporaryHost();
  const transport: Transport = {
    call: (name, input) => temporary.host.call(name, input),
    events: (onEvents, onLink) => {
      const stop = temporary.host.subscribe(onEvents);
      onLink('live');
      return stop;
    },
  };
  const client = createClient(transport);
  const mirror = createMirror(client, transport);
  await eventually(() => expect(mirror.store.getState().state).not.toBeNull());
  const toaster = createToaster();
  const scenarios = new Scenarios(client, mirror.store, toaster, new Conflicts(toaster));
  return {
    scenarios,
    toaster,
    /** Calls back after each change that the view could show. */
    watch: (listener: () => void) => {
      const stops = [mirror.store.subscribe(listener), scenarios.store.subscribe(listener)];
      return () => {
        for (const stop of stops) stop();
      };
    },
    names: () => scenarios.all.map(({ name }) => name),
    [Symbol.asyncDispose]: async () => {
      mirror.close();
      await temporary[Symbol.asyncDispose]();
    },
  };
}

/** The kinds of rules, in their order. */
export const kinds = (rules: readonly { readonly then: { readonly kind: string } }[] = []) =>
  rules.map(({ then }) => then.kind);
