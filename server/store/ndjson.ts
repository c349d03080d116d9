import { isJsonObject } from '../domain/json/json.ts';
import { parseJson } from '../domain/json/json-text.ts';
import { valueName } from '../domain/json/wording.ts';
import type { LineValue, LineValues, RefusedLine } from './line-values.ts';

/** Records from NDJSON: one JSON object a line; empty lines are passed over. */
export function readNdjson(text: string): LineValues {
  const values: LineValue[] = [];
  const refused: RefusedLine[] = [];
  for (const [index, content] of text.split('\n').entries()) {
    if (content.trim() === '') continue;
    const line = index + 1;
    const parsed = parseJson(content);
    if (!parsed.ok) refused.push({ line, reason: withoutLine(parsed.problem.detail) });
    else if (isJsonObject(parsed.value)) values.push({ line, value: parsed.value });
    else refused.push({ line, reason: `a record must be an object, but this is ${valueName(parsed.value)}` });
  }
  return { values, refused };
}

/** The clause of a sentence that begins with a line number, which would be 1 for each line. */
function withoutLine(sentence: string): string {
  return sentence.replace(/^Line 1, (.*)\.$/, '$1');
}
