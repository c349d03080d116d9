/** Gives the random tests that name no number of rounds their share of fast-check's own number. */
import fc from 'fast-check';
import { rounds } from './rounds.ts';

fc.configureGlobal({ numRuns: rounds(100, 10) });
