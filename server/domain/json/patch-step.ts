/** One row of the account of a patch: an operation of a JSON Patch, or a member of a merge patch. */
export interface PatchStep {
  readonly operation: 'add' | 'remove' | 'replace' | 'move' | 'copy' | 'test';
  /** JSON pointer (RFC 6901) of the place that it is about. */
  readonly path: string;
  /** False for the operation that could not be applied, which is always the last row. */
  readonly applied: boolean;
  /** What happened, or why it could not, in a sentence. */
  readonly detail: string;
}
