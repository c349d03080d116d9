import { base64Text, decodeBase64 } from '../../../../server/domain/basics/base64.ts';
import { parseJson } from '../../../../server/domain/json/json-text.ts';
import type { BodyForm } from '../../../../server/domain/scenario/scenario.ts';
import type { ResponseForm } from './rule-form.ts';

/**
 * The body of a response in another form: bytes stay the same, and a text that is not JSON becomes a JSON text. Bytes that are
 * no text stay base64.
 */
export function bodyInForm({ form, body }: Pick<ResponseForm, 'form' | 'body'>, to: BodyForm): string {
  if (form === to || body === '') return body;
  const text = form === 'base64' ? decodedText(body) : body;
  if (to === 'base64') return encodedText(text);
  return to === 'json' && !parseJson(text).ok ? JSON.stringify(text) : text;
}

function decodedText(body: string): string {
  if (!base64Text.test(body)) return body;
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(decodeBase64(body));
  } catch {
    return body;
  }
}

function encodedText(text: string): string {
  const bytes = new TextEncoder().encode(text);
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
}
