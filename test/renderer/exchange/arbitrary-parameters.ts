import fc from 'fast-check';
import { pieceOf } from '../../../renderer/exchange/pieces.ts';

/** Text with characters that need escapes in a query. */
export const arbitraryWord = fc.string({ unit: fc.constantFrom(...'aé😀&=+%#? /"~'), minLength: 1, maxLength: 8 });

/** Names and values of query parameters, with characters that need escapes. No name is one of the mock's own. */
export const arbitraryParameters = fc.array(
  fc.tuple(
    arbitraryWord.map((name) => `f${name}`),
    arbitraryWord,
  ),
  { maxLength: 4 },
);

/** The same as pieces of a query. */
export const arbitraryPieces = arbitraryParameters.map((all) => all.map(([name, value]) => pieceOf(name, value)));
