import { Conflicts } from '../../../../../renderer/conflict/conflicts.ts';
import type { Client } from '../../../../../renderer/console/client.ts';
import { Scenarios } from '../../../../../renderer/features/scenarios/model/scenarios.ts';
import { createToaster } from '../../../../../renderer/ui/overlay/toaster.ts';
import type { Problem } from '../../../../../server/domain/basics/problem.ts';
import { refuse } from '../../../../../server/domain/basics/result.ts';
import { connectToHost } from '../../../console/connect-to-host.ts';

/** A client whose calls and replies can be held back, until a function is called that is returned. */
function heldClient(client: Client) {
  let calls: Promise<Problem | null> = Promise.resolve(null);
  let replies: Promise<void> = Promise.resolve();
  const call: Client['call'] = async (...command) => {
    const refused = await calls;
    if (refused) return refuse(refused);
    const reply = await client.call(...command);
    await replies;
    return reply;
  };
  return {
    client: { ...client, call },
    /** Holds calls before the host has them; released with a problem, they are refused with it. */
    holdCalls: () => {
      let release = (_refused: Problem | null = null) => {};
      calls = new Promise((resolve) => {
        release = (refused = null) => resolve(refused);
      });
      return release;
    },
    /** Holds the replies to calls that the host carries out. */
    holdReplies: () => {
      let release = () => {};
      replies = new Promise((resolve) => {
        release = resolve;
      });
      return release;
    },
  };
}

/** The scenarios of a console that is connected to a host of its own, which has Default and "Nobody is active". */
export async function openScenarios() {
  const { client: prompt, mirror, ...console } = await connectToHost();
  const { client, holdCalls, holdReplies } = heldClient(prompt);
  const toaster = createToaster();
  client.onEdit(toaster.withdraw);
  const scenarios = new Scenarios(client, mirror.store, toaster, new Conflicts(toaster));
  return {
    ...console,
    scenarios,
    toaster,
    holdCalls,
    holdReplies,
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
