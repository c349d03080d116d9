import { isUtf8 } from 'node:buffer';
import type { CapturedBody } from '../contract/schema/state.ts';
import { textEncoding } from '../message/text-body.ts';

/** A stretch of a page. */
interface StoredBytes {
  readonly page: Page;
  readonly start: number;
  readonly end: number;
}

/** What is held of a body: the text itself where it is short, else bytes in a page. */
export type Captured = string | StoredBytes;

interface Page {
  readonly memory: Buffer;
  /** Where the next body goes. */
  used: number;
  /** Bodies in it that are still held. */
  holders: number;
}

/** Bytes of a text that is held as it is, which costs nothing. */
const shortText = 1024;

const pageSize = 2 ** 20;

/**
 * Where the log keeps bodies. Longer ones are copied into pages outside the heap, one behind another, and a page is used
 * again when all that it held has been released: the log lets go of bodies about as old as each other at about the same
 * time. As strings they would be carried from one generation of the heap to the next, and be collected late.
 */
export class CapturedBodies {
  #page: Page = newPage(pageSize);
  readonly #free: Page[] = [];

  /** Takes at most `limit` bytes of a body of that many bytes; text is cut between two characters. */
  capture(body: string | Buffer, bytes: number, limit: number): Captured {
    if (typeof body === 'string' && bytes <= Math.min(limit, shortText)) return body;
    const wanted = Math.min(bytes, limit);
    const page = this.#pageWith(wanted);
    const { memory, used: start } = page;
    page.used +=
      typeof body === 'string'
        ? memory.write(body, start, wanted, textEncoding(body, bytes))
        : body.copy(memory, start, 0, wanted);
    page.holders += 1;
    return { page, start, end: page.used };
  }

  release(captured: Captured | null): void {
    if (captured === null || typeof captured === 'string') return;
    const { page } = captured;
    page.holders -= 1;
    if (page.holders > 0) return;
    page.used = 0;
    if (page !== this.#page && page.memory.length === pageSize) this.#free.push(page);
  }

  #pageWith(room: number): Page {
    if (this.#page.memory.length - this.#page.used < room) {
      this.#page = room > pageSize ? newPage(room) : (this.#free.pop() ?? newPage(pageSize));
    }
    return this.#page;
  }
}

function newPage(size: number): Page {
  return { memory: Buffer.allocUnsafeSlow(size), used: 0, holders: 0 };
}

/** The same bytes on their own, so that the pages of the log can be used again. */
export function copyOf(captured: Captured): Captured {
  if (typeof captured === 'string') return captured;
  const memory = Buffer.from(captured.page.memory.subarray(captured.start, captured.end));
  return { page: { memory, used: memory.length, holders: 1 }, start: 0, end: memory.length };
}

/** Bytes held of a body of that many bytes. */
export function heldBytes(captured: Captured, bytes: number): number {
  return typeof captured === 'string' ? bytes : captured.end - captured.start;
}

/** What is held of a body of that many bytes, as the console gets it: text where it is UTF-8, else base64. */
export function describeCaptured(captured: Captured, bytes: number): CapturedBody {
  const truncated = heldBytes(captured, bytes) < bytes;
  if (typeof captured === 'string') return { encoding: 'utf8', content: captured, bytes, truncated };
  const held = captured.page.memory.subarray(captured.start, captured.end);
  const encoding = isUtf8(held) ? 'utf8' : 'base64';
  return { encoding, content: held.toString(encoding), bytes, truncated };
}
