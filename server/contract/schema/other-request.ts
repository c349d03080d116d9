import { problem } from '../../domain/basics/problem.ts';

/** Why nothing is done with a request whose id has become that of another one: since a restart the log counts anew. */
export const otherRequest = problem(
  'unknown-request',
  'The host has started again, and this number now belongs to another request.',
);
