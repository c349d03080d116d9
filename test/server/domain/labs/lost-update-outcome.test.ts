import { expect, test } from 'vitest';
import { nextMove, outcomeOf } from '../../../../server/domain/labs/lost-update.ts';
import { Play } from './play.ts';

test('of patches, each client has changed only what its own one did', () => {
  const play = new Play();
  play.read('Ann');
  play.read('Ben');
  play.patch('Ann', { name: 'Eve' });
  play.patch('Ben', { plan: 'pro' });
  const changes = [
    { client: 'Ann', members: ['name'] },
    { client: 'Ben', members: ['plan'] },
  ];
  expect(outcomeOf(play.requests)).toEqual({ kind: 'kept', changes });
});

test('a repeated write has changed the same as if it had not been refused', () => {
  const play = new Play(true);
  play.read('Ann');
  play.put('Ann', { name: 'Eve' }, 'tag');
  play.read('Ben');
  play.put('Ben', { plan: 'pro' });
  play.put('Ben', { plan: 'pro' }, 'tag');
  expect(outcomeOf(play.requests)).toMatchObject({ changes: [{ members: ['name'] }, { members: ['plan'] }] });
});

test('a write before any read has changed all that it wrote, and the next one only what is new', () => {
  const play = new Play();
  play.put('Ann', { name: 'Eve' });
  play.put('Ben', { name: 'Eve', plan: 'pro' });
  expect(outcomeOf(play.requests)).toMatchObject({ changes: [{ members: ['name'] }, { members: ['plan'] }] });
});

test('after both reads the first client writes, and repeats with a condition what was refused for want of one', () => {
  const play = new Play(true);
  play.read('Ann');
  play.read('Ben');
  expect(nextMove(play.requests, ['Ann', 'Ben'])).toEqual({ client: 'Ann', kind: 'write', isForced: false });
  play.put('Ann', { name: 'Eve' });
  expect(nextMove(play.requests, ['Ann', 'Ben'])).toEqual({ client: 'Ann', kind: 'write', isForced: true });
});
