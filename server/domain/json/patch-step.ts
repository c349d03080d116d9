/** One step of an explained patch: an operation of a JSON Patch, or a member of a merge patch. */
export interface PatchStep {
  readonly operation: 'add' | 'remove' | 'replace' | 'move' | 'copy' | 'test';
  /** JSON pointer (RFC 6901) of the value concerned. */
  readonly path: string;
  /** False for the operation that failed, and for each step of a patch that a response refused. */
  readonly applied: boolean;
  /** The step worked, but the response refused the whole patch, so it was not written. Missing for other steps. */
  readonly rolledBack?: true;
  /** A sentence: what happened, or why the operation failed. */
  readonly detail: string;
}
