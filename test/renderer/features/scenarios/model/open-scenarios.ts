import { Conflicts } from '../../../../../renderer/conflict/conflicts.ts';
import { Scenarios } from '../../../../../renderer/features/scenarios/model/scenarios.ts';
import { createToaster } from '../../../../../renderer/ui/overlay/toaster.ts';
import { connectToHost } from '../../../console/connect-to-host.ts';

/** The scenarios of a console that is connected to a host of its own, which has Default and "Nobody is active". */
export async function openScenarios() {
  const { host: _, client, mirror, ...console } = await connectToHost();
  const toaster = createToaster();
  client.onEdit(toaster.withdraw);
  const scenarios = new Scenarios(client, mirror.store, toaster, new Conflicts(toaster));
  return {
    ...console,
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
  };
}

/** A console that shows a scenario with three rules: the status of a user, a delay and a fault. */
export async function openRules() {
  const console = await openScenarios();
  const { scenarios } = console;
  const name = 'Nobody is active';
  scenarios.choose(name);
  await scenarios.rules.add(name, 'delay');
  await scenarios.rules.add(name, 'fault');
  return { ...console, name };
}

/** The kinds of rules, in their order. */
export const kinds = (rules: readonly { readonly then: { readonly kind: string } }[] = []) =>
  rules.map(({ then }) => then.kind);
