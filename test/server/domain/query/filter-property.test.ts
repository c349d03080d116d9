import { test } from 'vitest';
import { countsAreThoseOfTheTexts, filtersAgree, nothingIsIgnored, textsReadBack } from './filter-properties.ts';

test('random filters agree with the reference', () => filtersAgree(5000));

test('the text of a filter reads back as the same filter', () => textsReadBack(1000));

test('every node counts what its text alone lets through', () => countsAreThoseOfTheTexts(1000));

test('nothing that is sent is ignored in silence', () => nothingIsIgnored(5000));
