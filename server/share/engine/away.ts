import { type Problem, problem } from '../../domain/basics/problem.ts';

/** What is known of a change that a client has asked for. */
export type Outcome = 'not-made' | 'made' | 'unknown';

const known: Readonly<Record<Outcome, string>> = {
  'not-made': 'Nothing was changed.',
  made: 'The change was made, but this instance cannot show it yet.',
  unknown: 'It is not known whether the change was made.',
};

/** The problem `share-away`. `detail` is a sentence about the engine. */
export function away(detail: string, outcome: Outcome): Problem {
  return problem('share-away', `${detail} ${known[outcome]}`, { outcome, retryAfter: 1 });
}
