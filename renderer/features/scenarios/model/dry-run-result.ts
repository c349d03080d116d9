import type { DryRun } from '../../../../server/contract/schema/output.ts';
import { accept, type Result, refuse } from '../../../../server/domain/basics/result.ts';

export type DryRunResult = DryRun['requests'][number];
export type HeaderLine = readonly [name: string, value: string];

/** Reads headers from one line: `Name: value`, separated by semicolons. */
export function readHeaderLines(text: string): Result<readonly HeaderLine[], string> {
  const lines: HeaderLine[] = [];
  for (const part of text.split(';')) {
    if (part.trim() === '') continue;
    const colon = part.indexOf(':');
    if (colon < 0) return refuse(`"${part.trim()}" has no colon. Write a header as Name: value.`);
    lines.push([part.slice(0, colon).trim(), part.slice(colon + 1).trim()]);
  }
  return accept(lines);
}

/** The effect on a request in a word or two. */
export function shortResult({ rules, status, delivery }: DryRunResult): string {
  const { fault, delay, pace } = delivery;
  const parts = [
    ...(fault === null ? [] : [fault]),
    ...(status === null || fault === 'reset' ? [] : [String(status)]),
    ...(delay === 0 ? [] : [`+${delay} ms`]),
    ...(pace === null ? [] : ['slow']),
  ];
  if (parts.length > 0) return parts.join(' ');
  return rules.some(({ touches }) => touches) ? 'changed' : 'unchanged';
}

/** The effect on a request in a sentence. */
export function describeResult(result: DryRunResult): string {
  const { rules, status, delivery } = result;
  if (!rules.some(({ touches }) => touches)) return 'no rule applies; the mock API answers as usual.';
  const { delay, pace, fault } = delivery;
  const response = status === null ? 'the mock API answers' : `the scenario responds with ${status}`;
  const parts = [
    ...(fault === null || fault === 'cut' ? [response] : []),
    ...(delay === 0 ? [] : [`after ${delay} ms`]),
    ...(pace === null ? [] : ['with a slow body']),
    ...(fault === null ? [] : [faults[fault]]),
  ];
  return `${parts.join(', ')}.`;
}

const faults: Readonly<Record<NonNullable<DryRunResult['delivery']['fault']>, string>> = {
  reset: 'the connection is reset',
  empty: 'the connection closes without a response',
  malformed: 'the response is not valid HTTP',
  hang: 'the connection hangs',
  cut: 'the body is cut short',
};
