import { parseJson } from '../../server/domain/json/json-text.ts';
import type { TextFault } from '../ui/json/json-places.ts';

/** The syntax errors that the mock API would report for a JSON text; none for an empty text. */
export async function jsonFaults(text: string): Promise<readonly TextFault[]> {
  const parsed = parseJson(text);
  return parsed.ok || text === '' ? [] : [faultOf(parsed.problem)];
}

/** Drops the position from the sentence, because the editor marks it in the text. */
export function faultOf({ line, column, detail }: Refusal): TextFault {
  return { at: { line, column }, detail: detail.replace(/^Line \d+, column \d+: /, '') };
}

type Refusal = Extract<ReturnType<typeof parseJson>, { readonly ok: false }>['problem'];
