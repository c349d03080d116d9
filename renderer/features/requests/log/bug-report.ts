import { maskedRequest } from '../../../../server/contract/schema/masked-request.ts';
import type { RequestDetail } from '../../../../server/contract/schema/output.ts';
import type { CapturedBody, ServerState } from '../../../../server/contract/schema/state.ts';
import type { Secrets } from '../../../../server/domain/request/secrets.ts';
import type { Scenario } from '../../../../server/domain/scenario/scenario.ts';
import { mockAddress } from '../../../console/mock-address.ts';
import { reasonOf } from '../../../exchange/explanation/reason.ts';
import { rawRequest, rawResponse } from '../../../exchange/raw-message.ts';
import { formatBytes, formatDuration } from '../../../ui/base/format.ts';
import { loggedSnippet } from './logged-request.ts';

/** The facts in a report besides the request. */
export interface ReportContext {
  readonly scenarios: readonly Scenario[];
  readonly workspace: string;
  /** The version of the program. */
  readonly version: string;
  readonly server: ServerState;
}

/** A request, its response, a command that repeats it and the explanation as Markdown, with secrets masked. */
export function bugReport(detail: RequestDetail, context: ReportContext, secrets: Secrets): string {
  const masked = maskedRequest(detail, secrets);
  const { method, path, status, durationMs, request, response, time, scenario, session, note, instance } = masked;
  const responseText = rawResponse(masked);
  const reason = reasonOf(masked);
  const curl = loggedSnippet('curl', masked, mockAddress(context.server, detail.secure), null);
  const facts = [
    ['Time', new Date(time).toISOString()],
    instance === undefined ? ['Mock', mockAddress(context.server, detail.secure)] : ['Instance', instance],
    ['Duration', formatDuration(durationMs)],
    ['Scenario', scenario],
    ...(session === null ? [] : [['Session', session]]),
    ...(note === '' ? [] : [['Note', note]]),
    ['Workspace', context.workspace],
    ['Program', `Mock API Console ${context.version}`],
  ];
  return [
    `# ${method} ${path}: ${status ?? 'no response'}`,
    ...(reason === null ? [] : [reason]),
    facts.map(([name, value]) => `- ${name}: ${value}`).join('\n'),
    `## Request\n\n${fenced('http', rawRequest(masked))}${cutNote(request.body)}`,
    responseText === null
      ? '## Response\n\nThe client got no response.'
      : `## Response\n\n${fenced('http', responseText)}${cutNote(response?.body ?? null)}`,
    `## cURL\n\n${fenced('sh', curl)}${cutNote(request.body)}`,
    ...explanationParts(masked, context),
  ]
    .join('\n\n')
    .concat('\n');
}

function explanationParts(detail: RequestDetail, { scenarios }: ReportContext): readonly string[] {
  const { explanation } = detail;
  if (!explanation) return [];
  const { route, scenario, conditions, query, patch } = explanation;
  const applied = scenario.rules.map(({ index, effect }) => `- Rule ${index + 1}: ${effect}`);
  const others = (scenario.others ?? []).map(({ index, reason }) => `- Rule ${index + 1} did not apply: ${reason}`);
  const definition = scenarios.find(({ name }) => name === scenario.name);
  const rules = scenario.rules.flatMap(({ index }) => definition?.rules[index] ?? []);
  return [
    `## Explanation\n\n${[`- Reason: ${reasonOf(detail)}`, `- Route: ${route.pattern ?? 'none'}`, ...applied, ...others].join('\n')}`,
    ...rules.map((rule) => `Rule of “${scenario.name}”:\n\n${fenced('json', JSON.stringify(rule, null, 2))}`),
    ...(conditions.length === 0 ? [] : [`Conditions:\n\n${fenced('json', JSON.stringify(conditions, null, 2))}`]),
    ...(query === null ? [] : [`Filter and page:\n\n${fenced('json', JSON.stringify(query, null, 2))}`]),
    ...(patch === null ? [] : [`Patch:\n\n${fenced('json', JSON.stringify(patch, null, 2))}`]),
  ];
}

/** A code block whose fence is longer than each run of backticks in the text. */
function fenced(language: string, text: string): string {
  const longest = Math.max(2, ...Array.from(text.matchAll(/`+/g), ([run]) => run.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}${language}\n${text.replaceAll('\r\n', '\n')}\n${fence}`;
}

function cutNote(body: CapturedBody | null): string {
  return body?.truncated ? `\n\nThe log has only part of this body of ${formatBytes(body.bytes)}.` : '';
}
