import { isUtf8 } from 'node:buffer';
import type { CapturedBody } from '../contract/schema/state.ts';
import { characterStart } from '../message/long-text.ts';
import { textEncoding } from '../message/text-body.ts';

/** A range of bytes in a page. */
interface StoredBytes {
  readonly page: Page;
  readonly start: number;
  readonly end: number;
}

/** A body as the log holds it: a short text itself, anything else as bytes in a page. */
export type Captured = string | StoredBytes;

interface Page {
  readonly memory: Buffer;
  /** Offset of the next body. */
  used: number;
  /** Bodies in it that were not released. */
  holders: number;
}

/** Bytes up to which a text is held as it is, at no cost. */
const shortText = 1024;

const pageSize = 2 ** 20;

/**
 * Memory for the bodies in the log. Longer bodies are copied one after the other into pages outside the heap. A page is
 * reused once all its bodies are released, which happens at about the same time because they are about equally old. As
 * strings, the garbage collector would promote them to the old generation and collect them late.
 */
export class CapturedBodies {
  #page: Page = newPage(pageSize);
  readonly #free: Page[] = [];

  /** Captures at most `limit` bytes of a body of `bytes` bytes; text is cut between two characters. */
  capture(body: string | Buffer, bytes: number, limit: number): Captured {
    if (typeof body === 'string' && bytes <= Math.min(limit, shortText)) return body;
    const wanted = Math.min(bytes, limit);
    const page = this.#pageWith(wanted);
    const { memory, used: start } = page;
    page.used +=
      typeof body === 'string'
        ? memory.write(body, start, wanted, textEncoding(body, bytes))
        : body.copy(memory, start, 0, wanted < bytes ? characterStart(body, wanted) : wanted);
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

  #pageWith(space: number): Page {
    if (this.#page.memory.length - this.#page.used < space) {
      this.#page = space > pageSize ? newPage(space) : (this.#free.pop() ?? newPage(pageSize));
    }
    return this.#page;
  }
}

function newPage(size: number): Page {
  return { memory: Buffer.allocUnsafeSlow(size), used: 0, holders: 0 };
}

/** Copies the bytes into memory of their own, so that the log can reuse its page. */
export function copyOf(captured: Captured): Captured {
  if (typeof captured === 'string') return captured;
  const memory = Buffer.from(captured.page.memory.subarray(captured.start, captured.end));
  return { page: { memory, used: memory.length, holders: 1 }, start: 0, end: memory.length };
}

/** The number of bytes captured of a body of `bytes` bytes. */
export function heldBytes(captured: Captured, bytes: number): number {
  return typeof captured === 'string' ? bytes : captured.end - captured.start;
}

/** A captured body of `bytes` bytes as the console shows it: UTF-8 as text, anything else as base64. */
export function describeCaptured(captured: Captured, bytes: number): CapturedBody {
  const truncated = heldBytes(captured, bytes) < bytes;
  if (typeof captured === 'string') return { encoding: 'utf8', content: captured, bytes, truncated };
  const content = captured.page.memory.subarray(captured.start, captured.end);
  const encoding = isUtf8(content) ? 'utf8' : 'base64';
  return { encoding, content: content.toString(encoding), bytes, truncated };
}

/** The first `limit` bytes of a body as the console shows them. */
export function describeBytes(whole: Buffer, limit: number): CapturedBody {
  const kept = whole.subarray(0, limit < whole.length ? characterStart(whole, limit) : limit);
  const encoding = isUtf8(kept) ? 'utf8' : 'base64';
  return { encoding, content: kept.toString(encoding), bytes: whole.length, truncated: kept.length < whole.length };
}
