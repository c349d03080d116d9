import type { Result } from '../../../../server/domain/basics/result.ts';
import type { SavedRequest } from '../../../../server/domain/workspace/workspace.ts';
import type { Client } from '../../../console/client.ts';
import { offerUndo } from '../../../console/undo.ts';
import type { Toaster } from '../../../ui/overlay/toaster.ts';
import { copied, type Draft } from './draft.ts';

/**
 * True while a draft has the method, the path and the headers of a saved request, so that the note of the request is about the
 * draft: with another If-Match, it gets another response.
 */
export function isAbout(
  { method, target, headers }: Pick<SavedRequest, 'method' | 'target' | 'headers'>,
  draft: Draft,
): boolean {
  const isSamePlace = method === draft.method && pathOf(target) === pathOf(draft.target);
  return isSamePlace && JSON.stringify(headers) === JSON.stringify(draft.headers);
}

function pathOf(target: string): string {
  return target.split('?', 1)[0] ?? target;
}

/** Saves, renames and deletes the workspace's saved requests. */
export class Saved {
  readonly #client: Client;
  readonly #toaster: Toaster;

  constructor(client: Client, toaster: Toaster) {
    this.#client = client;
    this.#toaster = toaster;
  }

  /** Saves a draft; `base` is the saved request of that name that the edit knows of. */
  save(
    draft: Draft,
    { name, note }: Pick<SavedRequest, 'name' | 'note'>,
    base: SavedRequest | null,
  ): Promise<Result<null>> {
    const request = { ...copied(draft), name, note };
    return this.#client.call('saved.put', { request, base: base && structuredClone(base as typeof request) });
  }

  rename(name: string, to: string): Promise<Result<null>> {
    return this.#client.call('saved.rename', { name, to });
  }

  async remove(name: string): Promise<void> {
    const reply = await this.#client.call('saved.remove', { name });
    if (!reply.ok) return this.#toaster.fail(reply.problem.detail);
    offerUndo(this.#client, this.#toaster, `Deleted the request “${name}”.`);
  }
}
