/**
 * One opening of a form. The same input sent from it twice is one call with one key, so that Enter pressed twice adds one
 * record; other input is another call.
 */
export class Submission {
  #input: string | undefined;
  #key = '';

  /** The idempotency key for an input as text. */
  keyOf(input: string): string {
    if (input !== this.#input) this.#key = crypto.randomUUID();
    this.#input = input;
    return this.#key;
  }
}
