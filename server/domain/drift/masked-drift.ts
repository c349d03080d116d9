import type { Work } from '../basics/work.ts';
import { spellingsOf, withoutFound } from '../request/masked-json.ts';
import type { Secrets } from '../request/secrets.ts';
import type { HeaderPairs, SideRequest, SideResponse } from './drift.ts';

/** Characters of a body that are shown. */
const shownCharacters = 8192;

/** Masks the exchanges of a comparison: what a workspace calls secret, and the values of the headers for the service. */
export class DriftSecrets {
  readonly #secrets: Secrets;
  readonly #given: readonly string[];

  constructor(secrets: Secrets, headers: HeaderPairs) {
    this.#secrets = secrets;
    const values = headers.flatMap(([, value]) => [value, value.replace(/^\w+ +/, '')]);
    this.#given = values.filter((value) => value.length > 3);
  }

  /** A response as it is judged: members with secrets have the mask as their value. */
  *judged(response: SideResponse): Work<SideResponse> {
    const found = new Set(this.#given);
    const body = yield* this.#secrets.jsonInPieces(response.body, found);
    return { ...response, body: found.size === 0 ? body : withoutFound(body, spellingsOf(found)) };
  }

  /** A response as it is shown. */
  response({ status, headers, body }: SideResponse): SideResponse {
    return {
      status,
      headers: this.#headers(headers),
      body: this.#text(this.#secrets.links(body)).slice(0, shownCharacters),
    };
  }

  /** A request as it is shown. */
  request({ method, target, headers, body }: SideRequest): SideRequest {
    const shown = body === null ? null : this.#text(this.#secrets.json(body)).slice(0, shownCharacters);
    return { method, target: this.#text(this.#secrets.target(target)), headers: this.#headers(headers), body: shown };
  }

  #headers(headers: HeaderPairs): HeaderPairs {
    return this.#secrets.headers(headers).map(([name, value]) => [name, this.#text(value)]);
  }

  #text(text: string): string {
    return this.#given.length === 0 ? text : withoutFound(text, spellingsOf(new Set(this.#given)));
  }
}
