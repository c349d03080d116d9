import { afterEach, expect, test, vi } from 'vitest';
import type { Client } from '../../../../../renderer/console/client.ts';
import type { Mirror } from '../../../../../renderer/console/mirror.ts';
import { ScenarioSwitch } from '../../../../../renderer/features/scenarios/model/scenario-switch.ts';
import { createToaster } from '../../../../../renderer/ui/overlay/toaster.ts';
import { accept } from '../../../../../server/domain/basics/result.ts';

afterEach(() => {
  vi.useRealTimers();
});

/** A switch over a mirror that follows each activation at once. */
function open() {
  vi.useFakeTimers();
  let scenario = 'Default';
  const client = {
    call: async (_: string, { name }: { readonly name: string }) => {
      scenario = name;
      return accept({});
    },
  };
  const mirror = { getState: () => ({ state: { scenario } }) };
  const toaster = createToaster();
  return {
    change: new ScenarioSwitch(client as unknown as Client, mirror as unknown as Mirror['store'], toaster),
    active: () => scenario,
    somebodyActivates: (name: string) => {
      scenario = name;
    },
    texts: () => toaster.toasts().map(({ text }) => text),
    undo: async () => {
      toaster
        .toasts()
        .find(({ action }) => action?.title === 'Undo')
        ?.action?.run();
      await vi.runAllTimersAsync();
    },
  };
}

test('announces a switch, and returns to the scenario before', async () => {
  const { change, active, texts, undo } = open();
  await change.to('Slow');
  expect(active()).toBe('Slow');
  expect(texts()).toEqual(['Scenario “Slow” is active for all clients.']);
  await undo();
  expect(active()).toBe('Default');
});

test('a later switch returns to the one before it, and quick ones return to the one before all of them', async () => {
  const { change, active, undo } = open();
  await change.to('Slow');
  vi.advanceTimersByTime(10_000);
  await change.to('Fault');
  await change.to('Busy');
  expect(active()).toBe('Busy');
  await undo();
  expect(active()).toBe('Slow');
});

test('a quick switch back takes the place of the message before it', async () => {
  const { change, texts } = open();
  await change.to('Slow');
  await change.to('Default');
  expect(texts()).toEqual(['Scenario “Default” is active for all clients.']);
});

test('says nothing of a scenario that is active already', async () => {
  const { change, texts } = open();
  await change.to('Default');
  expect(texts()).toEqual([]);
});

test('undo spares what somebody else has activated meanwhile', async () => {
  const { change, active, texts, undo, somebodyActivates } = open();
  await change.to('Slow');
  somebodyActivates('Busy');
  await undo();
  expect(active()).toBe('Busy');
  expect(texts()).toContain('Nothing was undone: scenario “Busy” was activated meanwhile.');
});
