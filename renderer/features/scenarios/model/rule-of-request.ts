import type { RequestDetail } from '../../../../server/contract/schema/output.ts';
import { isSecretHeader } from '../../../../server/contract/schema/secrets.ts';
import { accept, type Result, refuse } from '../../../../server/domain/basics/result.ts';
import { parseJson } from '../../../../server/domain/json/json-text.ts';
import type { Rule, RuleEffect } from '../../../../server/domain/scenario/scenario.ts';

/** Headers that the server writes by itself, with any answer. */
const ownOfServer = /^(content-length|cache-control|vary|access-control-.*)$/i;

/** A rule that answers requests to that method and path as this one was answered; or why there can be none, in a sentence. */
export function ruleOfRequest({ method, path, status, response }: RequestDetail): Result<Rule, string> {
  if (status === null || !response) return refuse('The request got no answer that a rule could give again.');
  const [address = path] = path.split('?', 1);
  const { body } = response;
  const isWhole = body === null || (!body.truncated && body.encoding === 'utf8');
  const json = isWhole && body !== null && body.content !== '' ? parseJson(body.content) : undefined;
  if (!isWhole) return refuse('The log does not hold the whole text of the answer, so that no rule can give it again.');
  if (json?.ok === false) return refuse('The answer is no JSON, which is all that a rule can answer with.');
  const headers = Object.fromEntries(response.headers.filter(([name, value]) => isOfAnswer(name, value)));
  const then: RuleEffect = {
    kind: 'answer',
    status,
    ...(Object.keys(headers).length > 0 && { headers }),
    ...(json?.ok && { body: json.value }),
  };
  return accept({ when: { method, path: address }, then });
}

function isOfAnswer(name: string, value: string): boolean {
  if (ownOfServer.test(name) || isSecretHeader(name)) return false;
  return name.toLowerCase() !== 'content-type' || !/^application\/json\b/i.test(value);
}
