import { expect, test } from 'vitest';
import { asSentence } from '../../../../renderer/ui/base/format.ts';

test.each([
  ['there is a collection orders already', 'There is a collection orders already.'],
  ['/v2/goods is a path of products already', '/v2/goods is a path of products already.'],
  ['did you mean "method"?', 'Did you mean "method"?'],
  ['The schema cannot be used.', 'The schema cannot be used.'],
])('makes a sentence of the clause "%s"', (clause, sentence) => {
  expect(asSentence(clause)).toBe(sentence);
});
