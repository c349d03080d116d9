import { test } from 'vitest';
import { countsAreThoseOfTheTexts, filtersAgree, nothingIsIgnored, textsReadBack } from './filter-properties.ts';

/** Milliseconds: far more than it takes, so that a busy machine fails nothing. */
const timeout = 120_000;

test('random filters agree with the reference', { timeout }, () => filtersAgree(3000));

test('the text of a filter reads back as the same filter', { timeout }, () => textsReadBack(500));

test('every node counts what its text alone lets through', { timeout }, () => countsAreThoseOfTheTexts(500));

test('nothing that is sent is ignored in silence', { timeout }, () => nothingIsIgnored(2000));
