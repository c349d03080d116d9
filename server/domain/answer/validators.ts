import type { Representation } from '../condition/precondition.ts';

/** The headers that let a client make its next request conditional. A list has a tag but no version. */
export function validators({ tag, version }: Representation): Readonly<Record<string, string>> {
  return version === undefined ? { ETag: tag } : { ETag: tag, 'X-Resource-Version': String(version) };
}
