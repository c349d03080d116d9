import { test } from 'vitest';
import { rounds } from '../../../support/rounds.ts';
import { countsAreThoseOfTheTexts, filtersAgree, nothingIsIgnored, textsReadBack } from './filter-properties.ts';

/** Milliseconds; generous, so that no test fails on a busy machine. */
const timeout = 120_000;

test('random filters agree with the reference', { timeout }, () => filtersAgree(rounds(3000)));

test('the text of a filter reads back as the same filter', { timeout }, () => textsReadBack(rounds(500)));

test('every node counts the records that match its text alone', { timeout }, () =>
  countsAreThoseOfTheTexts(rounds(500)),
);

test('no parameter is ignored silently', { timeout }, () => nothingIsIgnored(rounds(2000)));
