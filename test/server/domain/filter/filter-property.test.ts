import { test } from 'vitest';
import { countsAreThoseOfTheTexts, filtersAgree, nothingIsIgnored, textsReadBack } from './filter-properties.ts';

/** Milliseconds; generous, so that no test fails on a busy machine. */
const timeout = 120_000;

test('random filters agree with the reference', { timeout }, () => filtersAgree(3000));

test('the text of a filter reads back as the same filter', { timeout }, () => textsReadBack(500));

test('every node counts the records that match its text alone', { timeout }, () => countsAreThoseOfTheTexts(500));

test('no parameter is ignored silently', { timeout }, () => nothingIsIgnored(2000));
