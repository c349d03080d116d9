import { isUtf8 } from 'node:buffer';
import type { CapturedBody } from '../contract/state.ts';

/** What the log holds of a body: the text itself where it could be had whole, else the first bytes. */
export interface Capture {
  readonly content: string | Buffer;
  /** Bytes held. */
  readonly held: number;
  /** Bytes of the whole body. */
  readonly bytes: number;
}

/**
 * Takes at most `limit` bytes of a body of that many bytes. Text is cut between characters. Whatever is not a whole text
 * is copied, because a slice would keep all it was cut from in memory: the body, or the socket's read buffer.
 */
export function capture(body: string | Buffer, bytes: number, limit: number): Capture {
  if (typeof body === 'string' && bytes <= limit) return { content: body, held: bytes, bytes };
  const copy = Buffer.allocUnsafeSlow(Math.min(bytes, limit));
  const held = typeof body === 'string' ? copy.write(body, 'utf8') : body.copy(copy);
  return { content: copy.subarray(0, held), held, bytes };
}

/** The captured body as the console gets it: text where the bytes are UTF-8, else base64. */
export function describeCapture({ content, held, bytes }: Capture): CapturedBody {
  const truncated = held < bytes;
  if (typeof content === 'string') return { encoding: 'utf8', content, bytes, truncated };
  if (isUtf8(content)) return { encoding: 'utf8', content: content.toString('utf8'), bytes, truncated };
  return { encoding: 'base64', content: content.toString('base64'), bytes, truncated };
}
