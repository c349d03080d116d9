import { IncomingMessage } from 'node:http';

/**
 * A request that keeps its body apart when it comes in one piece, before anybody listens for it, as most do. A stream that
 * hands over a single piece costs more than reading what is in it.
 */
export class WholeMessage extends IncomingMessage {
  /** The body, where it was kept apart: the stream ends without it then. */
  whole: Buffer | undefined = undefined;

  /** Called by Node's parser with each piece of the body, and with null at its end. */
  override push(piece: Buffer | null): boolean {
    if (piece === null || this.readableFlowing !== null || !this.#isAll(piece)) return super.push(piece);
    this.whole = piece;
    return true;
  }

  #isAll({ length }: Buffer): boolean {
    const announced = this.headers['content-length'];
    return announced !== undefined && Number(announced) === length;
  }
}
