import { visible } from '../json/visible-text.ts';
import { escaped, junitReport } from './junit.ts';
import { type Report, type ReportCase, type ReportFormat, sections, summaryOf } from './report.ts';

/** Writes a report in a format; `data` is what JSON carries. */
export function formatReport(report: Report, format: ReportFormat, data: unknown): string {
  switch (format) {
    case 'junit':
      return junitReport(report);
    case 'markdown':
      return markdownReport(report);
    case 'html':
      return htmlReport(report);
    case 'json':
      return `${JSON.stringify(data, null, 2)}\n`;
  }
}

/** Markdown with a heading for each outcome. Text of requests cannot become markup. */
function markdownReport(report: Report): string {
  const lines = [`# ${plain(report.title)}`, '', `${summaryOf(report)} · ${new Date(report.time).toISOString()}`];
  for (const [heading, cases] of sections(report)) {
    lines.push('', `## ${heading}`, '');
    for (const { name, message, lines: details, source, outcome } of cases) {
      const link = source && outcome !== 'skipped' ? ` ([${source.name}](${source.url}))` : '';
      lines.push(`- **${plain(name)}**${link}`);
      if (outcome === 'passed' || outcome === 'skipped') continue;
      lines.push(`  ${plain(message)}`, ...details.map((detail) => `  - ${plain(detail)}`));
    }
  }
  return `${lines.join('\n')}\n`;
}

function plain(text: string): string {
  return visible(text).replaceAll(/[\\`*_[\]<>&#|]/g, (character) => `\\${character}`);
}

const style = `
:root { color-scheme: light dark; font: 15px/1.5 system-ui, sans-serif; }
body { max-width: 60rem; margin: 2rem auto; padding: 0 1rem; }
h1 { font-size: 1.4rem; } h2 { font-size: 1.1rem; margin-top: 2rem; }
article { border-left: 3px solid #888; padding: 0 0 0 .75rem; margin: 1rem 0; }
.failed { border-color: #d1242f; } .passed { border-color: #1a7f37; } .error { border-color: #9a6700; }
p { margin: .2rem 0; } ul { margin: .2rem 0; padding-left: 1.2rem; }
small { opacity: .75; }`;

/** One HTML file that needs no other. */
function htmlReport(report: Report): string {
  const title = escaped(report.title);
  return [
    '<!doctype html>',
    `<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title}</title>`,
    `<style>${style}\n</style></head><body>`,
    `<h1>${title}</h1><p>${escaped(summaryOf(report))} · ${new Date(report.time).toISOString()}</p>`,
    ...sections(report).flatMap(([heading, cases]) => [`<h2>${heading}</h2>`, ...cases.map(article)]),
    '</body></html>',
    '',
  ].join('\n');
}

function article({ name, group, outcome, message, lines, source }: ReportCase): string {
  const isDetailed = outcome === 'failed' || outcome === 'error';
  const link = source ? ` · <a href="${escaped(source.url)}">${escaped(source.name)}</a>` : '';
  const items = lines.map((line) => `<li>${escaped(line)}</li>`).join('');
  return [
    `<article class="${outcome}"><p><b>${escaped(name)}</b> <small>${escaped(group)}${link}</small></p>`,
    isDetailed ? `<p>${escaped(message)}</p><ul>${items}</ul>` : '',
    '</article>',
  ].join('');
}
