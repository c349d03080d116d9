import { type Problem, problem } from '../domain/basics/problem.ts';
import type { JsonObject } from '../domain/json/json.ts';
import type { SharedCollection } from '../domain/records/shared-collection.ts';
import type { LiveWorkspace } from '../workspace/live-workspace.ts';

/** Why a value cannot be the record of that id, or undefined. */
export function misfit(
  workspace: LiveWorkspace,
  collection: SharedCollection,
  id: string,
  value: JsonObject,
): Problem | undefined {
  const { key } = collection.definition;
  if (collection.idOf(value) !== id) {
    return problem('invalid-record', `The key ${key} cannot be changed.`, {
      errors: [{ pointer: `/${key}`, detail: 'is the key' }],
    });
  }
  const errors = workspace
    .checkSchema(collection.definition, value)
    .map(({ pointer, detail }) => ({ pointer, detail }));
  const [first] = errors;
  return first && problem('invalid-record', `${first.pointer.slice(1) || 'The record'} ${first.detail}.`, { errors });
}
