import { expect, test } from 'vitest';
import { copiedPerMember, Draft, maxCopiedAgain } from '../../../../server/domain/json/draft.ts';
import type { Json } from '../../../../server/domain/json/json.ts';
import { deepFreeze } from './arbitrary-json.ts';

const draftOf = (document: Json) => new Draft(deepFreeze(document));

/** What an operation says: its sentence, or why it failed. */
function said(document: Json, change: (draft: Draft) => ReturnType<Draft['add']>): string {
  const outcome = change(draftOf(document));
  return outcome.ok ? outcome.value : outcome.problem;
}

test('each operation says what it changed', () => {
  const document = { name: 'Ada', tags: ['a', 'b'] };
  const sentences: readonly [change: (draft: Draft) => ReturnType<Draft['add']>, sentence: string][] = [
    [(draft) => draft.add(['age'], 1), 'Added the member "age".'],
    [(draft) => draft.add(['name'], 1), 'Replaced the member "name".'],
    [(draft) => draft.add(['tags', '1'], 1), 'Inserted element 1; the array now has 3 elements.'],
    [(draft) => draft.add(['tags', '-'], 1), 'Inserted element 2; the array now has 3 elements.'],
    [(draft) => draft.add([], 1), 'Replaced the whole document.'],
    [(draft) => draft.remove(['tags', '0']), 'Removed element 0; the array now has 1 element.'],
    [(draft) => draft.remove(['tags']), 'Removed the member "tags".'],
    [(draft) => draft.replace(['name'], 7), 'Replaced "Ada" with 7.'],
    [(draft) => draft.replace(['tags', '1'], {}), 'Replaced "b" with an object.'],
    [(draft) => draft.replace([], {}), 'Replaced the whole document.'],
    [(draft) => draft.move(['name'], ['title']), 'Added the member "title". It came from /name.'],
    [(draft) => draft.move(['name'], ['name']), 'Moved nothing: both places are the same.'],
    [
      (draft) => draft.copy(['tags', '0'], ['tags', '-']),
      'Inserted element 2; the array now has 3 elements. It came from /tags/0.',
    ],
  ];
  for (const [change, sentence] of sentences) expect(said(document, change)).toBe(sentence);
});

test('an operation that fails says the first place that is missing', () => {
  const document = { name: 'Ada', tags: ['a', 'b'] };
  const sentences: readonly [change: (draft: Draft) => ReturnType<Draft['add']>, sentence: string][] = [
    [(draft) => draft.remove(['age']), 'There is no member "age" in the document.'],
    [(draft) => draft.remove(['name', 'x', 'y']), 'There is nothing inside /name, which is "Ada".'],
    [(draft) => draft.remove(['tags', '2']), 'There is no element 2 in /tags, which has 2 elements.'],
    [(draft) => draft.remove([]), 'The whole document cannot be removed.'],
    [(draft) => draft.replace(['age'], 1), 'There is no member "age" in the document.'],
    [(draft) => draft.replace(['age', 'x'], 1), 'There is no member "age" in the document.'],
    [
      (draft) => draft.replace(['tags', '-'], 1),
      '"-" is the place after the last element of /tags, where there is no value.',
    ],
    [(draft) => draft.replace(['tags', '01'], 1), '"01" is not an array index, and /tags is an array.'],
    [(draft) => draft.add(['tags', '3'], 1), 'There is no element 3 in /tags, which has 2 elements.'],
    [(draft) => draft.add(['name', 'x'], 1), 'There is nothing inside /name, which is "Ada".'],
    [(draft) => draft.move(['age'], ['x']), 'There is no member "age" in the document.'],
    [(draft) => draft.copy(['age'], ['x']), 'There is no member "age" in the document.'],
  ];
  for (const [change, sentence] of sentences) expect(said(document, change)).toBe(sentence);
});

test('a draft gives up right behind ten thousand members that were copied a second time', () => {
  const wide = (members: number): Json => Object.fromEntries(Array.from({ length: members }, (_, n) => [`m${n}`, 1]));
  const copiedTwice = (value: Json, inner: string) => {
    const draft = draftOf({ from: value });
    draft.replace(['from', inner], 0);
    draft.copy(['from'], ['to']);
    draft.replace(['to', inner], 1);
    return draft.isExhausted;
  };
  expect(copiedTwice(wide(maxCopiedAgain), 'm0')).toBe(false);
  expect(copiedTwice(wide(maxCopiedAgain + 1), 'm0')).toBe(true);
  const elements = maxCopiedAgain * copiedPerMember;
  const list = (length: number): Json => Array.from({ length }, () => 1);
  expect(copiedTwice(list(elements), '0')).toBe(false);
  expect(copiedTwice(list(elements + copiedPerMember), '0')).toBe(true);
});

test('removing elements from the front of a long array counts as shifting, from its end as nothing', () => {
  const long = Array.from({ length: 200_000 }, () => 1);
  const removals = (place: (length: number) => number) => {
    const draft = draftOf(long);
    for (let length = long.length; length > long.length - 400; length--) draft.remove([String(place(length))]);
    return draft.isExhausted;
  };
  expect(removals(() => 0)).toBe(true);
  expect(removals((length) => length - 1)).toBe(false);
});
