import type { RequestDetail } from '../../server/contract/schema/output.ts';

/** A phase of a request, in milliseconds since its arrival. */
export interface TimingPhase {
  readonly name: string;
  readonly from: number;
  readonly to: number;
  /** Selects the colour of the bar. */
  readonly kind: 'body' | 'deciding' | 'delay' | 'sending';
}

/** The known phases of a request, in order and without gaps. */
export function phasesOf({ status, durationMs, timing }: RequestDetail): readonly TimingPhase[] {
  const { bodyMs, decidedMs, delayMs } = timing;
  const body = Math.min(bodyMs ?? 0, durationMs);
  const decided = Math.max(body, Math.min(decidedMs ?? durationMs, durationMs));
  const delayed = Math.min(decided + delayMs, durationMs);
  const phases: readonly (TimingPhase | false)[] = [
    bodyMs !== null && { name: 'Receive body', kind: 'body', from: 0, to: body },
    {
      name: decidedMs === null ? 'Decide and send response' : 'Decide response',
      kind: 'deciding',
      from: body,
      to: decided,
    },
    delayMs > 0 && { name: 'Scenario delay', kind: 'delay', from: decided, to: delayed },
    decidedMs !== null &&
      (status !== null || delayed < durationMs) && {
        name: status === null ? 'Connection closes without a response' : 'Send response',
        kind: 'sending',
        from: delayed,
        to: durationMs,
      },
  ];
  return phases.filter((phase) => phase !== false);
}
