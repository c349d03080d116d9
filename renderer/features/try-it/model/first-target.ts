import type { ConsoleState } from '../../../../server/contract/schema/state.ts';
import type { Client } from '../../../console/client.ts';
import { existingId, preferredId } from '../../../exchange/existing-id.ts';
import { servedPaths, subjectOf } from '../../../exchange/subject.ts';
import { emptyDraft, pathOf } from './draft.ts';

/**
 * The target of a first request: a user of the User Information Service, else a record of the first collection that has one;
 * null if there is none.
 */
export async function firstTarget(
  client: Client,
  state: Pick<ConsoleState, 'collections' | 'workspace'>,
): Promise<string | null> {
  const hasService = subjectOf(emptyDraft.target, servedPaths(state)).kind === 'user';
  const user = hasService ? await existingId(client, 'users') : null;
  if (user !== null) return pathOf({ kind: 'user', id: user }, []);
  for (const { name, paths, count } of state.collections) {
    const id = count > 0 ? await existingId(client, name) : null;
    if (id !== null) return pathOf({ kind: 'record', collection: name, id }, paths);
  }
  return null;
}

/** The target of the User Information Service for a user that exists, if there is one. */
export async function userTarget(client: Client): Promise<string> {
  return pathOf({ kind: 'user', id: (await existingId(client, 'users')) ?? preferredId }, []);
}
