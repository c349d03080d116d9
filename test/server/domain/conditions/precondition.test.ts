import { expect, test } from 'vitest';
import {
  type ConditionalRequest,
  evaluatePreconditions,
  holdsAtOnce,
  type PreconditionVerdict,
  type Representation,
} from '../../../../server/domain/conditions/precondition.ts';
import {
  decisionRows,
  headersOf,
  type ReferenceHeaders,
  type ReferenceOutcome,
  referenceOutcome,
} from './reference-preconditions.ts';

const tag = '"7-00f1e2d3c4b5a697"';
const record: Representation = { tag, version: 7 };
const targets: Readonly<Record<string, Representation | undefined>> = {
  record,
  list: { tag },
  'weak list': { tag: `W/${tag}` },
  nothing: undefined,
};

function requestOf(method: string, headers: ReferenceHeaders): ConditionalRequest {
  const sent = new Map<string, string>(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
  return { method, header: (name) => sent.get(name) };
}

function evaluate(method: string, current: Representation | undefined, headers: ReferenceHeaders): PreconditionVerdict {
  return evaluatePreconditions(requestOf(method, headers), current);
}

const outcomes = { proceed: 'perform the method', 'not-modified': 304, malformed: 400, failed: 412 } as const;

function outcome(verdict: PreconditionVerdict): ReferenceOutcome {
  return { outcome: outcomes[verdict.kind], header: verdict.kind === 'proceed' ? null : verdict.header };
}

test('decides every row of the table as the reference does', () => {
  const differing: unknown[] = [];
  const ends = new Map<unknown, number>();
  let rows = 0;
  for (const [name, current] of Object.entries(targets)) {
    for (const row of decisionRows()) {
      const headers = headersOf(row, tag, 7);
      const target = current && { etag: current.tag, version: current.version };
      const wanted = referenceOutcome(row.method, target, headers);
      const verdict = outcome(evaluate(row.method, current, headers));
      rows++;
      ends.set(wanted.outcome, (ends.get(wanted.outcome) ?? 0) + 1);
      if (verdict.outcome !== wanted.outcome || verdict.header !== wanted.header)
        differing.push({ name, row, wanted, verdict });
    }
  }
  expect(differing).toEqual([]);
  expect(rows).toBe(4 * 7 * 10 * 6 * 10);
  expect([...ends.keys()]).toHaveLength(4);
});

test('the fast check agrees with the full evaluation and accepts only the current tag', () => {
  const found = new Set<string>();
  for (const current of Object.values(targets)) {
    for (const row of decisionRows()) {
      const headers = headersOf(row, tag, 7);
      if (!holdsAtOnce(requestOf(row.method, headers), current)) continue;
      expect(evaluate(row.method, current, headers).kind).toBe('proceed');
      found.add(JSON.stringify([current, headers]));
    }
  }
  expect([...found].map((text) => JSON.parse(text))).toEqual([
    [record, { 'If-Match': tag }],
    [{ tag }, { 'If-Match': tag }],
  ]);
});

test('the steps are the sent headers in the order of evaluation, up to the one that decided', () => {
  const differing: unknown[] = [];
  for (const current of Object.values(targets)) {
    for (const row of decisionRows()) {
      const headers = headersOf(row, tag, 7);
      const { steps, ...verdict } = evaluate(row.method, current, headers);
      const sent = row.method === 'OPTIONS' ? [] : Object.entries(headers);
      const end = sent.findIndex(([header]) => verdict.kind !== 'proceed' && verdict.header === header);
      const wanted = sent
        .slice(0, end === -1 ? sent.length : end + 1)
        .map(([header, value], index) => [header, value, index !== end]);
      const found = steps.map((step) => [step.header, step.sent, step.holds]);
      const said = verdict.kind === 'proceed' || verdict.detail === steps.at(-1)?.detail;
      if (!said || JSON.stringify(found) !== JSON.stringify(wanted)) differing.push({ row, wanted, found });
    }
  }
  expect(differing).toEqual([]);
});

test('the last step names the compared values and the reason', () => {
  const said = (current: Representation | undefined, sent: ReferenceHeaders) => {
    const step = evaluate('PUT', current, sent).steps.at(-1);
    return step && [step.comparison, step.current, step.holds, step.detail];
  };
  const weak = `W/${tag}`;
  const asks = 'If-None-Match holds when nothing matches.';
  expect(said(record, { 'If-Match': '*' })).toEqual([
    'existence',
    tag,
    true,
    '"*" matches any record, and there is one.',
  ]);
  expect(said(undefined, { 'If-Match': '*' })).toEqual([
    'existence',
    null,
    false,
    'Nothing matches, because there is nothing here now.',
  ]);
  expect(said(record, { 'If-Match': `"x", ${tag}` })).toEqual(['strong', tag, true, `${tag} is the current tag.`]);
  expect(said(record, { 'If-Match': '"x", "y"' })).toEqual([
    'strong',
    tag,
    false,
    `If-Match has "x", "y"; the current tag is ${tag}.`,
  ]);
  expect(said(record, { 'If-Match': '"6-00000000000000ff"' })?.[3]).toBe(
    `The client sent version 6 of the record; the current one is 7. If-Match has "6-00000000000000ff"; the current tag is ${tag}.`,
  );
  expect(said({ tag }, { 'If-Match': '"6-00000000000000ff"' })?.[3]).toBe(
    `If-Match has "6-00000000000000ff"; the current tag is ${tag}.`,
  );
  expect(said(record, { 'If-Match': weak })).toEqual([
    'strong',
    tag,
    false,
    `${tag} is the current tag, but in a strong comparison a weak tag never matches.`,
  ]);
  expect(said(record, { 'If-Match': 'x' })).toEqual([
    'strong',
    tag,
    false,
    'If-Match is malformed: "x" cannot be read: an entity tag stands in double quotes, such as "1" or W/"1", with a comma between two of them.',
  ]);
  expect(said(record, { 'If-None-Match': '*' })).toEqual([
    'existence',
    tag,
    false,
    `"*" matches any record, and there is one. ${asks}`,
  ]);
  expect(said(record, { 'If-None-Match': weak })).toEqual([
    'weak',
    tag,
    false,
    `${tag} is the current tag in a weak comparison, which overlooks W/. ${asks}`,
  ]);
  expect(said(record, { 'If-None-Match': '"x"' })).toEqual([
    'weak',
    tag,
    true,
    `If-None-Match has "x"; the current tag is ${tag}. ${asks}`,
  ]);
  expect(said(undefined, { 'If-None-Match': '"x"' })).toEqual([
    'weak',
    null,
    true,
    `Nothing matches, because there is nothing here now. ${asks}`,
  ]);
  expect(said(record, { 'X-Resource-Version': '7' })).toEqual(['integer', '7', true, 'The current version is 7.']);
  expect(said(record, { 'X-Resource-Version': '6' })).toEqual([
    'integer',
    '7',
    false,
    'The client sent version 6 of the record; the current one is 7.',
  ]);
  expect(said({ tag }, { 'X-Resource-Version': '7' })).toEqual(['integer', null, false, 'A list has no version.']);
  expect(said(undefined, { 'X-Resource-Version': '7' })).toEqual([
    'integer',
    null,
    false,
    'There is nothing here now, so no version is right.',
  ]);
  expect(said(record, { 'X-Resource-Version': '7.0' })).toEqual([
    'integer',
    '7',
    false,
    'X-Resource-Version is malformed: "7.0" is not an integer such as 7.',
  ]);
});

test.each(['', ' ', '+7', '07', '7.0', '7e0', '0x7', '7, 7', '"7"', '-0', '７', 'NaN', '7 '])(
  'version %j is malformed',
  (resourceVersion) => {
    expect(evaluate('PUT', record, { 'X-Resource-Version': resourceVersion }).kind).toBe('malformed');
  },
);

test('compares versions digit by digit, beyond the precision of a double', () => {
  const current = { tag, version: Number.MAX_SAFE_INTEGER };
  const kind = (resourceVersion: string) => evaluate('PUT', current, { 'X-Resource-Version': resourceVersion }).kind;
  expect(kind('9007199254740991')).toBe('proceed');
  expect(['9007199254740992', '-9007199254740991', '-1', '0'].map(kind)).toEqual(Array(4).fill('failed'));
});

test('a request without conditions proceeds without a step', () => {
  expect(evaluate('PUT', record, {})).toEqual({ kind: 'proceed', steps: [] });
});

test.each(['CONNECT', 'OPTIONS', 'TRACE'])('%s selects no representation and has no conditions', (method) => {
  const failing = { 'If-Match': '"other"', 'X-Resource-Version': '1' };
  expect(evaluate(method, record, failing)).toEqual({ kind: 'proceed', steps: [] });
});

test('names the sent version only for one If-Match tag that belongs to another version', () => {
  const end = '0123456789abcdef';
  const detail = (headers: ReferenceHeaders) => evaluate('GET', record, headers).steps[0]?.detail;
  expect(detail({ 'If-Match': `"6-${end}"` })).toContain(
    'The client sent version 6 of the record; the current one is 7.',
  );
  const silent: ReferenceHeaders[] = [
    { 'If-Match': `"6-${end}", "5-${end}"` },
    { 'If-Match': `"7-${end}"` },
    { 'If-None-Match': `"6-${end}"` },
  ];
  for (const headers of silent) expect(detail(headers)).not.toContain('The client sent');
});
