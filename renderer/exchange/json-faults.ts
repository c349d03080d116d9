import { parseJson } from '../../server/domain/json/json-text.ts';
import type { TextFault } from '../ui/json/json-places.ts';

/** What the mock API would have against a text as JSON; nothing against an empty one. */
export async function jsonFaults(text: string): Promise<readonly TextFault[]> {
  const parsed = parseJson(text);
  return parsed.ok || text === '' ? [] : [faultOf(parsed.problem)];
}

/** The place is marked in the text, so that the sentence need not begin with it. */
export function faultOf({ line, column, detail }: Refusal): TextFault {
  return { at: { line, column }, detail: detail.replace(/^Line \d+, column \d+: /, '') };
}

type Refusal = Extract<ReturnType<typeof parseJson>, { readonly ok: false }>['problem'];
