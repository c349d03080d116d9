import type { RequestDetail } from '../../server/contract/schema/output.ts';

/** A stretch of a request's way through the mock, in milliseconds since it arrived. */
export interface TimingPhase {
  readonly name: string;
  readonly from: number;
  readonly to: number;
  /** What the stretch is, for the eye. */
  readonly kind: 'body' | 'deciding' | 'delay' | 'sending';
}

/** What is known of where the time of a request went, one stretch after the other. */
export function phasesOf({ status, durationMs, timing }: RequestDetail): readonly TimingPhase[] {
  const { bodyMs, decidedMs, delayMs } = timing;
  const body = Math.min(bodyMs ?? 0, durationMs);
  const decided = Math.max(body, Math.min(decidedMs ?? durationMs, durationMs));
  const delayed = Math.min(decided + delayMs, durationMs);
  const phases: readonly (TimingPhase | false)[] = [
    bodyMs !== null && { name: 'Body arrives', kind: 'body', from: 0, to: body },
    {
      name: decidedMs === null ? 'Answer is decided and sent' : 'Answer is decided',
      kind: 'deciding',
      from: body,
      to: decided,
    },
    delayMs > 0 && { name: 'Scenario delays it', kind: 'delay', from: decided, to: delayed },
    decidedMs !== null &&
      (status !== null || delayed < durationMs) && {
        name: status === null ? 'Connection ends without an answer' : 'Answer is sent',
        kind: 'sending',
        from: delayed,
        to: durationMs,
      },
  ];
  return phases.filter((phase) => phase !== false);
}
