import { expect } from 'vitest';

/**
 * Every version and tag that was ever seen, with its content. None may come back with other content: not after an undo, in a
 * session that begins anew, or after a restart.
 */
export class Ledger {
  readonly #contents = new Map<string, string>();
  readonly #highest = new Map<string, number>();
  readonly #tags = new Map<string, string[]>();

  /** `content` is what the record is; `shown` what clients see of it, under a scenario. */
  saw(
    place: { readonly session: string | null; readonly collection: string; readonly id: string },
    version: number,
    { content, tag, shown }: { readonly content: string; readonly tag?: string; readonly shown?: string },
  ): void {
    const record = `${place.collection}/${place.id}`;
    const scope = `${place.session ?? 'everybody'} ${record}`;
    this.#same(`${scope} version ${version}`, content);
    this.#highest.set(scope, Math.max(version, this.highest(place)));
    if (tag !== undefined) this.#tag(record, scope, tag, shown ?? content);
  }

  sawList(target: string, session: string | null, tag: string, body: string): void {
    this.#tag(target, `${session ?? 'everybody'} ${target}`, tag, body);
  }

  highest({ session, collection, id }: { session: string | null; collection: string; id: string }): number {
    return this.#highest.get(`${session ?? 'everybody'} ${collection}/${id}`) ?? 0;
  }

  /** The tags that clients of that scope have seen there, the latest last. */
  tags(place: string, session: string | null): readonly string[] {
    return this.#tags.get(`${session ?? 'everybody'} ${place}`) ?? [];
  }

  content(place: string, tag: string): string | undefined {
    return this.#contents.get(`${place} tag ${tag}`);
  }

  #tag(place: string, scope: string, tag: string, shown: string): void {
    this.#same(`${place} tag ${tag}`, shown);
    const known = this.#tags.get(scope) ?? [];
    if (known.at(-1) === tag) return;
    this.#tags.set(scope, [...known.filter((one) => one !== tag), tag].slice(-20));
  }

  #same(name: string, content: string): void {
    const known = this.#contents.get(name);
    if (known === undefined) this.#contents.set(name, content);
    else expect(content, `${name} was given for other content before`).toBe(known);
  }
}
