import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { JsonObject } from '../../../server/domain/json/json.ts';
import { SharedCollection } from '../../../server/domain/records/shared-collection.ts';
import { CollectionCopy } from '../../../server/editing/collection-copy.ts';
import type { LiveWorkspace } from '../../../server/workspace/live-workspace.ts';
import { rounds } from '../../support/rounds.ts';

const definition = { name: 'things', key: 'id', sort: null, time: null, schema: null };
const workspace = {
  collectionSet: {
    create: (own: typeof definition, records: readonly JsonObject[]) => new SharedCollection(own, records),
    renewVersions: () => [],
  },
} as unknown as LiveWorkspace;

const thing = (id: number, name = `n${id}`) => ({ id, name, code: `c${id}` });

/** Fixtures and live records by their codes. */
function contentOf(collection: SharedCollection) {
  const byCode = (values: Iterable<JsonObject>) => new Map([...values].map((value) => [value.code, value]));
  return { fixtures: byCode(collection.fixtures().values()), live: byCode(collection.snapshot().values()) };
}

const changes = fc.record({
  id: fc.integer({ min: 0, max: 160 }),
  kind: fc.constantFrom('write', 'remove', 'edit', 'drop', 'reset', 'promote'),
  name: fc.constantFrom('a', 'b'),
});

function apply(collection: SharedCollection, { id, kind, name }: { id: number; kind: string; name: string }): void {
  const key = String(id);
  if (kind === 'write') collection.write(key, thing(id, name));
  else if (kind === 'remove') collection.remove(key);
  else if (kind === 'edit') collection.edit(key, thing(id, name), thing(id, name));
  else if (kind === 'drop') collection.edit(key, undefined, undefined);
  else if (kind === 'reset') collection.reset(key);
  else collection.promote(key);
}

test.each(['id', 'code'])('equals its original despite writes while it is made, under the key %s', (key) => {
  fc.assert(
    fc.property(fc.array(changes), fc.array(changes), (before, between) => {
      const from = new SharedCollection(
        definition,
        Array.from({ length: 150 }, (_, index) => thing(index)),
      );
      for (const change of before) apply(from, change);
      const work = CollectionCopy.of(workspace, from, { ...definition, key });
      const waiting = [...between];
      for (;;) {
        const { done, value } = work.next();
        const change = waiting.shift();
        if (change) apply(from, change);
        if (!done) continue;
        for (const late of waiting) apply(from, late);
        expect(contentOf(value.complete())).toEqual(contentOf(from));
        return;
      }
    }),
    { numRuns: rounds(200), endOnFailure: true },
  );
});
