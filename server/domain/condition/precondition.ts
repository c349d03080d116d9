/** One step of the ladder of RFC 9110, 13.2.2, with what was compared. */
export interface Condition {
  readonly header: 'If-Match' | 'X-Resource-Version' | 'If-None-Match';
  /** The header's value as it was sent. */
  readonly sent: string;
  readonly comparison: 'strong' | 'weak' | 'integer' | 'existence';
  /** The tag or version of the record now; null when there is no record. */
  readonly current: string | null;
  readonly holds: boolean;
  /** A sentence for the tester. */
  readonly detail: string;
}
