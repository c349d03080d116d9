import type { Representation } from '../conditions/precondition.ts';
import type { Exchange } from './exchange.ts';

/** New headers that let a client make its next request conditional. A list has a tag but no version. */
export function validators(exchange: Exchange, { tag, version }: Representation): { [name: string]: string } {
  const shown = exchange.shownTag(tag);
  return version === undefined ? { ETag: shown } : { ETag: shown, 'X-Resource-Version': String(version) };
}
