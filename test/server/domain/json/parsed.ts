import type { Json } from '../../../../server/domain/json/json.ts';
import { parseJson } from '../../../../server/domain/json/json-text.ts';

/** The value of a text; undefined for a fault. */
export function parse(text: string): Json | undefined {
  const parsed = parseJson(text);
  return parsed.ok ? parsed.value : undefined;
}

/** The kind and the sentence of the fault of a text. */
export function fault(text: string): string | undefined {
  const parsed = parseJson(text);
  return parsed.ok ? undefined : `${parsed.problem.kind}: ${parsed.problem.detail}`;
}
