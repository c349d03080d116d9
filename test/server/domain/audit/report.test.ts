import { parse } from 'junit2json';
import { expect, test } from 'vitest';
import { auditReport } from '../../../../server/domain/audit/result.ts';
import { formatReport } from '../../../../server/domain/report/documents.ts';
import { judge } from './judge.ts';

const hostile = `</code><script>alert(1)</script>"'&]]>\u0000\u001b[31m`;

/** A secret in a URL, and a header with markup, under a scene. */
const results = [
  judge('secret-in-url', { target: '/api/items?token=0123456789abcdef', scenario: 'Scene: slow' }),
  judge('unusable-if-match', { method: 'PUT', headers: { 'if-match': hostile }, content: '{}' }),
  judge(
    'tag-of-another-url',
    { target: '/api/items?token=0123456789abcdef&limit=5', sent: { etag: '"list"' } },
    { target: '/api/items?limit=6', headers: { 'if-none-match': '"list"' } },
  ),
  judge('blind-retry', { status: 200 }),
];
const report = auditReport(results, `Mock ${hostile}`, 0);
const texts = {
  junit: formatReport(report, 'junit', {}),
  markdown: formatReport(report, 'markdown', {}),
  html: formatReport(report, 'html', {}),
  json: formatReport(report, 'json', { results }),
};

test('the rules that the samples break have a finding each, and the third one is not exercised', () => {
  expect(results.map(({ outcome, failures }) => [outcome, failures])).toEqual([
    ['fail', 1],
    ['fail', 1],
    ['fail', 1],
    ['not-exercised', 0],
  ]);
});

test.each(Object.entries(texts))('%s has no secret, and says in which scene a rule was broken', (format, text) => {
  expect(text).not.toContain('0123456789abcdef');
  expect(text).toContain('Scene: slow');
  if (format !== 'json') expect(text).not.toMatch(/(?<!\\)<script/);
});

test('JUnit XML is read by a parser: a case for each rule, the failures with their requests', async () => {
  const read = await parse(texts.junit);
  if (!read || !('testsuite' in read)) throw new Error('There is no suite');
  const [suite] = read.testsuite ?? [];
  expect(suite).toMatchObject({ tests: 4, failures: 3, errors: 0 });
  const [secret, tag, foreign, retry] = suite?.testcase ?? [];
  expect(secret?.failure?.[0]?.inner).toContain('(request 1; Scene: slow)');
  expect(tag?.failure?.[0]?.inner).toContain('alert(1)');
  expect(foreign?.failure?.[0]?.inner).toContain('/api/items?token=…&limit=5');
  expect(retry?.skipped).toBeDefined();
});

test('HTML is one file without scripts, and nothing in it is fetched', () => {
  expect(texts.html.startsWith('<!doctype html>')).toBe(true);
  expect(texts.html).not.toMatch(/<(?:script|link|img|iframe|object|embed|base|form)\b|\son\w+=|url\(|@import/i);
  const links = Array.from(texts.html.matchAll(/(?:src|href)="([^"]*)"/g), ([, url]) => url);
  expect(links.filter((url) => !url?.startsWith('https://www.rfc-editor.org/'))).toEqual([]);
});

test('Markdown turns no text of a request into markup', () => {
  expect(texts.markdown).toContain('\\<script\\>');
  expect(texts.markdown).not.toMatch(/^\s*<|[^\\]<script/m);
});
