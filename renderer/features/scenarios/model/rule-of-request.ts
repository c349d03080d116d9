import type { RequestDetail } from '../../../../server/contract/schema/output.ts';
import { accept, type Result, refuse } from '../../../../server/domain/basics/result.ts';
import { parseJson } from '../../../../server/domain/json/json-text.ts';
import { usualSecrets } from '../../../../server/domain/request/secrets.ts';
import type { Rule, RuleEffect } from '../../../../server/domain/scenario/scenario.ts';

/** Headers that the server adds to every response. */
const ownOfServer = /^(content-length|cache-control|vary|access-control-.*)$/i;

/** A rule that repeats the response of a logged request for its method and path, or a sentence with the reason why it cannot. */
export function ruleOfRequest({ method, path, status, response }: RequestDetail): Result<Rule, string> {
  if (status === null || !response) return refuse('The request has no response that a rule could repeat.');
  const [address = path] = path.split('?', 1);
  const { body } = response;
  const isWhole = body === null || (!body.truncated && body.encoding === 'utf8');
  const json = isWhole && body !== null && body.content !== '' ? parseJson(body.content) : undefined;
  if (!isWhole) return refuse('The log does not have the complete text of the response, so a rule cannot repeat it.');
  if (json?.ok === false) return refuse('The response body is not JSON, and a rule can only send JSON.');
  const headers = Object.fromEntries(response.headers.filter(([name, value]) => isRepeatable(name, value)));
  const then: RuleEffect = {
    kind: 'answer',
    status,
    ...(Object.keys(headers).length > 0 && { headers }),
    ...(json?.ok && { body: json.value }),
  };
  return accept({ when: { method, path: address }, then });
}

function isRepeatable(name: string, value: string): boolean {
  if (ownOfServer.test(name) || usualSecrets.isHeader(name)) return false;
  return name.toLowerCase() !== 'content-type' || !/^application\/json\b/i.test(value);
}
