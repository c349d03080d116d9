import { expect } from 'vitest';
import { finish } from '../../../../server/domain/basics/work.ts';
import type { JsonObject } from '../../../../server/domain/json/json.ts';
import type { SharedCollection } from '../../../../server/domain/records/shared-collection.ts';
import { Moment } from '../../../../server/domain/timeline/moment.ts';
import { Timeline } from '../../../../server/domain/timeline/timeline.ts';
import { LiveCollections } from '../../../../server/workspace/live-collections.ts';

export const definition = { name: 'users', key: 'id', sort: null, time: null, schema: null };

/** Collections and the timeline that follows them; every change is labelled, so it is a step of its own. */
export function followed(records: readonly JsonObject[], limit = Number.POSITIVE_INFINITY) {
  const watermarks = { floor: 0, collections: new Map() };
  const collections = new LiveCollections(watermarks.floor, {});
  finish(collections.open([{ definition, records }], watermarks));
  const timeline = new Timeline({ now: () => 0, limit: () => limit });
  timeline.follow(collections);
  const users = collections.byName.get('users') as SharedCollection;
  return { collections, timeline, users };
}

/** The records of a moment. */
export function stateAt(timeline: Timeline, number: number): Map<string, JsonObject> {
  const moment = finish(Moment.at(timeline, number));
  expect(moment, `moment ${number}`).toBeDefined();
  const past = moment?.collections.get('users');
  const state = new Map(Array.from(past?.snapshot() ?? [], ({ id, value }) => [id, value]));
  expect(past?.size).toBe(state.size);
  moment?.close();
  return state;
}

/** Numbers from 0 to below `end`, the same in each run. */
function chance(seed: number): (end: number) => number {
  let state = seed;
  return (end) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * end);
  };
}

/** What a step does to the live records: a value for an id, or null to remove it. */
type Effect = readonly [id: string, value: JsonObject | null];

/**
 * Changes records at random, as clients and the console do, and writes down what each step should have done. Then compares
 * random moments with the records that these notes give.
 */
export function compareRandomMoments(size: number, steps: number, moments: number, seed: number): void {
  const random = chance(seed);
  const records = Array.from({ length: size }, (_, index) => ({ id: `r${index}`, n: 0, tags: ['a', 'b'] }));
  const { timeline, users } = followed(records);
  const { first } = timeline;
  const fixtures = new Map<string, JsonObject>(records.map((record) => [record.id, record]));
  const live = new Map(fixtures);
  const notes: (readonly Effect[])[] = [];
  for (let step = 1; step <= steps; step += 1) {
    const id = `r${random(size + Math.ceil(size / 10))}`;
    const value = { id, n: step };
    const before = timeline.last;
    let effects: Effect[] = [];
    const kind = random(20);
    if (kind < 12) {
      timeline.request = step;
      users.write(id, value);
      timeline.request = 0;
      effects = [[id, value]];
    } else if (kind < 15) {
      timeline.request = step;
      users.remove(id);
      timeline.request = 0;
      effects = [[id, null]];
    } else if (kind < 17) {
      users.edit(id, value, value);
      fixtures.set(id, value);
      effects = [[id, value]];
    } else if (kind < 18) {
      users.edit(id, undefined, undefined);
      fixtures.delete(id);
      effects = [[id, null]];
    } else if (kind < 19) {
      users.promote(id);
      const kept = live.get(id);
      if (kept) fixtures.set(id, kept);
      else fixtures.delete(id);
    } else {
      const changed = users.changedIds().slice(0, random(50));
      for (const one of changed) users.reset(one);
      effects = changed.map((one) => [one, fixtures.get(one) ?? null]);
    }
    timeline.label(`step ${step}`);
    for (const [one, after] of effects) {
      if (after) live.set(one, after);
      else live.delete(one);
    }
    if (timeline.last > before) notes.push(effects);
  }
  expect(timeline.last - first).toBe(notes.length);
  const chosen = Array.from({ length: moments }, () => random(notes.length + 1)).sort((a, b) => a - b);
  const replayed = new Map<string, JsonObject>(records.map((record) => [record.id, record]));
  let done = 0;
  for (const moment of chosen) {
    for (; done < moment; done += 1) {
      for (const [id, value] of notes[done] ?? []) {
        if (value) replayed.set(id, value);
        else replayed.delete(id);
      }
    }
    expectEqual(timeline, first + moment, replayed);
  }
}

/** Compares by identity first: most records of a moment are the fixtures themselves. */
function expectEqual(timeline: Timeline, number: number, expected: ReadonlyMap<string, JsonObject>): void {
  const moment = finish(Moment.at(timeline, number));
  const past = moment?.collections.get('users');
  expect(past?.size, `records at ${number}`).toBe(expected.size);
  for (const [id, value] of expected) {
    const found = past?.get(id)?.value;
    if (found !== value) expect(found, `${id} at ${number}`).toEqual(value);
  }
  moment?.close();
}
