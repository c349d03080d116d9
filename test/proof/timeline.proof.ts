import { test } from 'vitest';
import { compareRandomMoments } from '../server/domain/timeline/random-run.ts';

test('1,000 random moments of 10,000 writes over 100,000 records equal a replay', () =>
  compareRandomMoments(100_000, 10_000, 1000, 1));
