import type { Token } from '../../renderer/console/http.ts';

/** A token that never changes. */
export function fixedToken(text: string): Token {
  return { current: () => text, accept: () => {}, release: () => {} };
}
