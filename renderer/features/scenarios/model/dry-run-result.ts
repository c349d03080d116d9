import type { DryRun } from '../../../../server/contract/schema/output.ts';
import { accept, type Result, refuse } from '../../../../server/domain/basics/result.ts';

export type Meeting = DryRun['requests'][number];
export type HeaderLine = readonly [name: string, value: string];

/** Reads headers that are typed in one line, as `Name: value` with semicolons between them. */
export function readHeaderLines(text: string): Result<readonly HeaderLine[], string> {
  const lines: HeaderLine[] = [];
  for (const part of text.split(';')) {
    if (part.trim() === '') continue;
    const colon = part.indexOf(':');
    if (colon < 0) return refuse(`"${part.trim()}" has no colon: a header is written as Name: value.`);
    lines.push([part.slice(0, colon).trim(), part.slice(colon + 1).trim()]);
  }
  return accept(lines);
}

/** What a request meets in a word or two. */
export function shortMeeting({ rules, status, delivery }: Meeting): string {
  const { fault, delay, pace } = delivery;
  const parts = [
    ...(fault === null ? [] : [fault]),
    ...(status === null || fault === 'reset' ? [] : [String(status)]),
    ...(delay === 0 ? [] : [`+${delay} ms`]),
    ...(pace === null ? [] : ['slow']),
  ];
  if (parts.length > 0) return parts.join(' ');
  return rules.some(({ touches }) => touches) ? 'changed' : 'as ever';
}

/** What a request meets, in a sentence. */
export function describeMeeting(meeting: Meeting): string {
  const { rules, status, delivery } = meeting;
  if (!rules.some(({ touches }) => touches)) return 'no rule touches it; the mock API answers as ever.';
  const { delay, pace, fault } = delivery;
  const answer = status === null ? 'the mock API answers' : `the scenario answers ${status}`;
  const parts = [
    ...(fault === null || fault === 'cut' ? [answer] : []),
    ...(delay === 0 ? [] : [`after ${delay} ms`]),
    ...(pace === null ? [] : ['with a slow body']),
    ...(fault === null ? [] : [faults[fault]]),
  ];
  return `${parts.join(', ')}.`;
}

const faults: Readonly<Record<NonNullable<Meeting['delivery']['fault']>, string>> = {
  reset: 'the connection is reset',
  empty: 'the connection closes without a byte',
  malformed: 'bytes come that are no HTTP',
  hang: 'the connection stays silent',
  cut: 'the body is cut short',
};
