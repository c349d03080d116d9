/** One step of an explained patch: an operation of a JSON Patch, or a member of a merge patch. */
export interface PatchStep {
  readonly operation: 'add' | 'remove' | 'replace' | 'move' | 'copy' | 'test';
  /** JSON pointer (RFC 6901) of the value concerned. */
  readonly path: string;
  /** False for the operation that failed, which is always the last step. */
  readonly applied: boolean;
  /** A sentence: what happened, or why the operation failed. */
  readonly detail: string;
}
