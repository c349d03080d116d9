import { expect, test } from 'vitest';
import { completionsOf } from '../../../../../renderer/features/requests/log/log-completions.ts';

test.each([
  [
    '',
    [
      'method:',
      'path:',
      'status:',
      'scenario:',
      'session:',
      'header:',
      'body:',
      'since:',
      'until:',
      'is:',
      'note:',
      'duration:',
      'client:',
      'connection:',
      'instance:',
      'number:',
    ],
  ],
  ['s', ['status:', 'scenario:', 'session:', 'since:']],
  ['-b', ['-body:']],
  ['status:4', ['status:4xx', 'status:404', 'status:412', 'status:429']],
  ['path:/users status:5', ['path:/users status:5xx']],
  ['-method:p', ['-method:post', '-method:put', '-method:patch']],
  ['is:', ['is:pinned', 'is:noted', 'is:sent', 'is:upstream']],
  ['status:200 12', ['status:200 #12']],
  ['path:', []],
  ['http:', []],
])('%j goes on as %j', (search, completions) => {
  expect(completionsOf(search)).toEqual(completions);
});
