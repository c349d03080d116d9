import type { Result } from '../domain/basics/result.ts';

/**
 * A decision cannot be made before the engine has been asked: to count a request, or to begin its session. `settle` does that;
 * decide again afterwards.
 */
export class Unsettled extends Error {
  /** Refused with `share-away`. */
  readonly settle: () => Promise<Result<null>>;

  constructor(settle: Unsettled['settle']) {
    super('The engine has to be asked first');
    this.settle = settle;
  }
}
