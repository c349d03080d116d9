import type { RequestDetail } from '../../../../server/contract/schema/output.ts';
import { type Result, refuse } from '../../../../server/domain/basics/result.ts';
import { parseJson } from '../../../../server/domain/json/json-text.ts';
import { type ExchangeRecords, recordsOfExchange } from '../../../../server/domain/records/exchange-records.ts';

/** The records in the body of a request; or why there are none, in a sentence. */
export function sentRecords({ path, request: { body } }: RequestDetail): Result<ExchangeRecords, string> {
  if (!body) return refuse('Nothing was sent with the request that could become fixtures.');
  if (body.truncated) return refuse('The log keeps only a part of what was sent, so that it cannot become fixtures.');
  const json = body.encoding === 'utf8' ? parseJson(body.content) : null;
  if (!json?.ok) return refuse('What was sent is no JSON that can be kept as it is.');
  const found = recordsOfExchange(path, json.value);
  return found.ok ? found : refuse(`What was sent cannot become fixtures: ${found.problem}.`);
}
