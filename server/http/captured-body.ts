import { isUtf8 } from 'node:buffer';
import type { CapturedBody } from '../contract/state.ts';

/**
 * At most `limit` bytes of a body of that many bytes: the text itself where it is no longer, else the first bytes. Text
 * is cut between characters. Whatever is not a whole text is copied, because a slice would keep all it was cut from in
 * memory: the body, or the socket's read buffer.
 */
export function capture(body: string | Buffer, bytes: number, limit: number): string | Buffer {
  if (typeof body === 'string' && bytes <= limit) return body;
  const copy = Buffer.allocUnsafeSlow(Math.min(bytes, limit));
  const held = typeof body === 'string' ? copy.write(body, 'utf8') : body.copy(copy);
  return copy.subarray(0, held);
}

/** What was captured of a body of that many bytes, as the console gets it: text where it is UTF-8, else base64. */
export function describeCapture(captured: string | Buffer, bytes: number): CapturedBody {
  const truncated = Buffer.byteLength(captured) < bytes;
  if (typeof captured === 'string') return { encoding: 'utf8', content: captured, bytes, truncated };
  const encoding = isUtf8(captured) ? 'utf8' : 'base64';
  return { encoding, content: captured.toString(encoding), bytes, truncated };
}
