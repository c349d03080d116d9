import { expect, test } from 'vitest';
import { formatReport } from '../../../../server/domain/report/documents.ts';
import { countCases, type Report, type ReportCase, summaryOf } from '../../../../server/domain/report/report.ts';

const source = { name: 'RFC 9110', url: 'https://www.rfc-editor.org/rfc/rfc9110?a&b' };

const one: ReportCase = { ...{ name: 'One', group: 'must', outcome: 'failed', type: 'bad' }, message: 'M.', lines: [] };

/** A case of each outcome, those that people read first at the end. */
const report: Report = {
  title: 'A <b> & *c*',
  time: 0,
  cases: [
    { ...one, name: 'Not seen', outcome: 'skipped', message: 'Nothing did this.', source },
    { ...one, name: 'Good', outcome: 'passed', message: 'All is well.', lines: ['never shown'], source },
    { ...one, name: 'Lost', outcome: 'error', message: 'The log is too short.', lines: [] },
    { ...one, name: 'Bad_1', message: 'It is [wrong].', lines: ['line <1>', 'line 2'], source },
    { ...one, name: 'Bad 2', message: 'It is wrong, too.', lines: [] },
  ],
};

test('Markdown has the cases by their outcomes, the failed ones with their reasons first', () => {
  expect(formatReport(report, 'markdown', {})).toBe(`# A \\<b\\> \\& \\*c\\*

2 failed, 1 not known, 1 passed, 1 not exercised · 1970-01-01T00:00:00.000Z

## Failed

- **Bad\\_1** ([RFC 9110](https://www.rfc-editor.org/rfc/rfc9110?a&b))
  It is \\[wrong\\].
  - line \\<1\\>
  - line 2
- **Bad 2**
  It is wrong, too.

## Not known

- **Lost**
  The log is too short.

## Passed

- **Good** ([RFC 9110](https://www.rfc-editor.org/rfc/rfc9110?a&b))

## Not exercised

- **Not seen**
`);
});

test('HTML has the same, and the group of each case', () => {
  const html = formatReport(report, 'html', {});
  const title = 'A &#60;b&#62; &#38; *c*';
  const link = '<a href="https://www.rfc-editor.org/rfc/rfc9110?a&#38;b">RFC 9110</a>';
  expect(html).toContain(`<title>${title}</title>\n<style>`);
  expect(html.slice(html.indexOf('</head>'))).toBe(`</head><body>
<h1>${title}</h1><p>2 failed, 1 not known, 1 passed, 1 not exercised · 1970-01-01T00:00:00.000Z</p>
<h2>Failed</h2>
<article class="failed"><p><b>Bad_1</b> <small>must · ${link}</small></p><p>It is [wrong].</p><ul><li>line &#60;1&#62;</li><li>line 2</li></ul></article>
<article class="failed"><p><b>Bad 2</b> <small>must</small></p><p>It is wrong, too.</p><ul></ul></article>
<h2>Not known</h2>
<article class="error"><p><b>Lost</b> <small>must</small></p><p>The log is too short.</p><ul></ul></article>
<h2>Passed</h2>
<article class="passed"><p><b>Good</b> <small>must · ${link}</small></p></article>
<h2>Not exercised</h2>
<article class="skipped"><p><b>Not seen</b> <small>must · ${link}</small></p></article>
</body></html>
`);
});

test('JUnit XML has the numbers, an element for what is not passed, and a line for each detail', () => {
  expect(formatReport(report, 'junit', {})).toBe(`<?xml version="1.0" encoding="UTF-8"?>
<testsuites tests="5" failures="2" errors="1" time="0">
  <testsuite name="A &#60;b&#62; &#38; *c*" tests="5" failures="2" errors="1" skipped="1" time="0" timestamp="1970-01-01T00:00:00">
    <testcase name="Not seen" classname="must" time="0">
      <skipped message="Nothing did this."/>
    </testcase>
    <testcase name="Good" classname="must" time="0"/>
    <testcase name="Lost" classname="must" time="0">
      <error type="bad" message="The log is too short."></error>
    </testcase>
    <testcase name="Bad_1" classname="must" time="0">
      <failure type="bad" message="It is [wrong].">line &#60;1&#62;
line 2</failure>
    </testcase>
    <testcase name="Bad 2" classname="must" time="0">
      <failure type="bad" message="It is wrong, too."></failure>
    </testcase>
  </testsuite>
</testsuites>
`);
});

test('JSON is the data, indented, with a line break at its end', () => {
  expect(formatReport(report, 'json', { a: [1] })).toBe('{\n  "a": [\n    1\n  ]\n}\n');
});

test('cases are counted by outcome, and a report without a case says that it checked nothing', () => {
  expect(countCases(report.cases)).toEqual({ passed: 1, failed: 2, error: 1, skipped: 1 });
  expect(summaryOf({ ...report, cases: [] })).toBe('nothing was checked');
  expect(formatReport({ ...report, cases: [] }, 'markdown', {})).not.toContain('##');
});
