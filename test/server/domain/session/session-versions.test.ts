import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { JsonObject } from '../../../../server/domain/json/json.ts';
import { defaultSettings } from '../../../../server/domain/model/settings.ts';
import { SharedCollection } from '../../../../server/domain/records/shared-collection.ts';
import { defaultScenario } from '../../../../server/domain/scenario/scenario.ts';
import { ScenarioRuns } from '../../../../server/domain/scenario/scenario-runs.ts';
import { IdempotencyKeys } from '../../../../server/domain/session/idempotency-keys.ts';
import { Sessions } from '../../../../server/domain/session/sessions.ts';
import { noOwnPaths } from '../../../support/own-paths.ts';
import { rounds } from '../../../support/rounds.ts';

const definition = { name: 'things', key: 'id', sort: null, time: null, schema: null };

/** A collection, its sessions, and the content that each client has seen under each version. */
class World {
  things = new SharedCollection(definition, [{ id: 'a', x: 0 }]);
  sessions = this.#open();
  readonly #seen = new Map<string, string>();

  #open(): Sessions {
    const scenarios = new Map([[defaultScenario.name, defaultScenario]]);
    const shared = {
      title: 'Test',
      settings: defaultSettings,
      collections: new Map([['things', this.things]]),
      ...noOwnPaths,
      scenarios,
      runs: new ScenarioRuns(scenarios, defaultScenario.name),
      run: 'run',
      newId: () => 'new',
      now: () => 0,
      wallTime: () => 0,
      idempotencyKeys: new IdempotencyKeys(),
      checkSchema: () => [],
      fixturesOnly: false,
    };
    return new Sessions(
      shared,
      () => 0,
      () => {},
    );
  }

  restart(): void {
    const values = Array.from(this.things.fixtures().values());
    this.things = new SharedCollection(definition, values, this.things.watermarks());
    this.sessions = this.#open();
  }

  state(client: string | null) {
    const state = client === null ? this.things : this.sessions.use(client).collections.get('things');
    if (!state) throw new Error('There is no such collection.');
    return state;
  }

  /** Checks that no client sees two contents under one version of a record. */
  check(): void {
    for (const client of [null, 'one', 'two']) {
      for (const id of ['a', 'b']) {
        const record = this.state(client).get(id);
        if (!record) continue;
        const name = `${client} ${id} ${record.version}`;
        expect(this.#seen.get(name) ?? record.text).toBe(record.text);
        this.#seen.set(name, record.text);
      }
    }
  }
}

const id = fc.constantFrom('a', 'b');
const x = fc.option(fc.nat(3), { nil: undefined });
const client = fc.constantFrom(null, 'one', 'two');
const contentOf = (key: string, content: number | undefined): JsonObject | undefined =>
  content === undefined ? undefined : { id: key, x: content };

const step = fc.oneof(
  fc.record({ kind: fc.constant('write' as const), client, id, x: fc.nat(3) }),
  fc.record({ kind: fc.constantFrom('remove' as const, 'reset' as const), client, id }),
  fc.record({ kind: fc.constant('edit' as const), id, fixture: x, live: x }),
  fc.record({ kind: fc.constant('promote' as const), id }),
  fc.record({ kind: fc.constant('drop' as const), name: fc.constantFrom('one', 'two') }),
  fc.record({ kind: fc.constant('restart' as const) }),
);

test('no client sees two contents under one version, after any edits, dropped sessions and restarts', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
      const world = new World();
      world.check();
      for (const one of steps) {
        if (one.kind === 'write') world.state(one.client).write(one.id, { id: one.id, x: one.x });
        else if (one.kind === 'remove') world.state(one.client).remove(one.id);
        else if (one.kind === 'reset') world.state(one.client).reset(one.id);
        else if (one.kind === 'edit') {
          world.things.edit(one.id, contentOf(one.id, one.fixture), contentOf(one.id, one.live));
        } else if (one.kind === 'promote') world.things.promote(one.id);
        else if (one.kind === 'drop') world.sessions.drop(one.name);
        else world.restart();
        world.check();
      }
    }),
    { numRuns: rounds(500) },
  );
});

test('a session under a new name begins at the version of the fixtures', () => {
  const world = new World();
  expect(world.state('one').write('a', { id: 'a', x: 1 }).version).toBe(2);
  expect(world.state('two').write('a', { id: 'a', x: 2 }).version).toBe(2);
  world.sessions.drop('one');
  expect(world.state('three').write('a', { id: 'a', x: 3 }).version).toBe(2);
  expect(world.state('one').write('a', { id: 'a', x: 4 }).version).toBe(3);
});

test('an edit without effect moves no version and no revision, of everybody or of a session', () => {
  const world = new World();
  world.things.write('a', { id: 'a', x: 1 });
  world.things.write('a', { id: 'a', x: 0 });
  const session = world.state('one');
  const before = [world.things.get('a'), world.things.fixture('a'), session.get('a')];
  const revisions = [world.things.revision, session.revision];
  world.things.edit('a', { id: 'a', x: 0 }, { id: 'a', x: 0 });
  expect([world.things.get('a'), world.things.fixture('a'), session.get('a')]).toEqual(before);
  expect([world.things.revision, session.revision]).toEqual(revisions);
});
