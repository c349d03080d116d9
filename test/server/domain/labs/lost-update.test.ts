import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  describeLoss,
  findLostUpdates,
  type LabRequest,
  nextMove,
  outcomeOf,
} from '../../../../server/domain/labs/lost-update.ts';
import { type Condition, Play } from './play.ts';

test('a PUT of an old copy erases the field that the other client changed', () => {
  const play = new Play();
  play.read('Ann');
  play.read('Ben');
  play.put('Ann', { name: 'Eve' });
  play.put('Ben', { plan: 'pro' });
  const [update] = findLostUpdates(play.requests);
  expect(update?.culprit.number).toBe(4);
  expect(update?.members.map((member) => update && describeLoss(update.culprit, member))).toEqual([
    `Ben's PUT (request 64) erased Ann's name (request 63): "Eve" is "Ada" again.`,
  ]);
  expect(outcomeOf(play.requests).kind).toBe('lost');
});

test('patches of different fields lose nothing, patches of one field do', () => {
  const apart = new Play();
  const same = new Play(false, false);
  for (const play of [apart, same]) {
    play.read('Ann');
    play.read('Ben');
    play.patch('Ann', { name: 'Eve' });
  }
  apart.patch('Ben', { plan: 'pro' });
  same.patch('Ben', { name: 'Joan' });
  expect(outcomeOf(apart.requests)).toMatchObject({ kind: 'kept' });
  const [update] = findLostUpdates(same.requests);
  expect(update?.members.map((member) => update && describeLoss(update.culprit, member))).toEqual([
    `Ben's PATCH (step 4) overwrote Ann's name (step 3): "Joan" replaced "Eve", which Ben never read.`,
  ]);
});

test('a client may undo what it has read', () => {
  const play = new Play();
  play.read('Ann');
  play.put('Ann', { name: 'Eve' });
  play.read('Ben');
  play.put('Ben', { name: 'Ada' });
  expect(findLostUpdates(play.requests)).toEqual([]);
});

test('names the write that set the lost value, not the latest one', () => {
  const play = new Play();
  play.read('Ann');
  play.read('Ben');
  play.put('Ann', { name: 'Eve' });
  play.put('Ann', { plan: 'team' });
  play.put('Ben', { plan: 'pro' });
  const [update] = findLostUpdates(play.requests);
  expect(update?.members.map(({ name, victim }) => [name, victim.number])).toEqual([
    ['name', 3],
    ['plan', 4],
  ]);
});

function playOut(isStrict: boolean, condition: Condition): Play {
  const play = new Play(isStrict);
  for (let count = 0; count < 20; count += 1) {
    const move = nextMove(play.requests, ['Ann', 'Ben']);
    if (!move) return play;
    if (move.kind === 'read') play.read(move.client);
    else
      play.put(
        move.client,
        move.client === 'Ann' ? { name: 'Eve' } : { plan: 'pro' },
        move.isForced ? 'tag' : condition,
      );
  }
  throw new Error('The play does not end');
}

test.each([
  [false, 'none', 'GET 200, GET 200, PUT 200, PUT 200, GET 200', { name: 'Ada', plan: 'pro' }],
  [false, 'tag', 'GET 200, GET 200, PUT 200, PUT 412, GET 200, PUT 200, GET 200', { name: 'Eve', plan: 'pro' }],
  [true, 'tag', 'GET 200, GET 200, PUT 200, PUT 412, GET 200, PUT 200, GET 200', { name: 'Eve', plan: 'pro' }],
  [
    true,
    'none',
    'GET 200, GET 200, PUT 428, PUT 200, PUT 428, PUT 412, GET 200, PUT 200, GET 200',
    { name: 'Eve', plan: 'pro' },
  ],
] as const)('strict %s, condition %s: the play is %s', (isStrict, condition, expected, record) => {
  const play = playOut(isStrict, condition);
  expect(play.requests.map(({ method, status }) => `${method} ${status}`).join(', ')).toBe(expected);
  expect(play.record).toEqual(record);
  expect(outcomeOf(play.requests).kind).toBe(record.name === 'Eve' ? 'kept' : 'lost');
});

test('a refused write is open until its client repeats it', () => {
  const play = new Play();
  play.read('Ann');
  play.read('Ben');
  play.put('Ann', { name: 'Eve' });
  play.put('Ben', { plan: 'pro' }, 'tag');
  expect(outcomeOf(play.requests)).toMatchObject({ kind: 'refused', request: { client: 'Ben', status: 412 } });
  expect(outcomeOf(play.requests.slice(0, 3))).toEqual({ kind: 'open' });
});

test('kept changes are the members that each client changed in what it had read', () => {
  const play = new Play();
  play.read('Ann');
  expect(outcomeOf(play.requests)).toEqual({ kind: 'open' });
  play.put('Ann', { name: 'Eve' });
  expect(outcomeOf(play.requests)).toEqual({ kind: 'open' });
  play.read('Ben');
  play.put('Ben', { plan: 'pro' });
  play.put('Ben', { plan: 'team', name: 'Eve' });
  const changes = [
    { client: 'Ann', members: ['name'] },
    { client: 'Ben', members: ['plan'] },
  ];
  expect(outcomeOf(play.requests)).toEqual({ kind: 'kept', changes });
});

test('of two refused writes the latest is the one to be repeated', () => {
  const play = new Play(true);
  play.read('Ann');
  play.read('Ben');
  play.put('Ben', { plan: 'pro' });
  play.put('Ann', { name: 'Eve' });
  expect(outcomeOf(play.requests)).toMatchObject({ kind: 'refused', request: { number: 4 } });
  play.put('Ann', { name: 'Eve' }, 'tag');
  expect(outcomeOf(play.requests)).toMatchObject({ kind: 'refused', request: { number: 3 } });
});

test('a member that one client removed and another brought back was lost', () => {
  const play = new Play();
  play.read('Ann');
  play.read('Ben');
  play.record = { plan: 'free' };
  play.put('Ann', { name: 'Ada' });
  const record = { plan: 'free' };
  const requests = [...play.requests.slice(0, 2), { ...play.requests[2], record } as LabRequest];
  const [, ben] = requests as [LabRequest, LabRequest];
  const back = {
    ...ben,
    number: 4,
    entry: 64,
    method: 'PUT',
    version: 3,
    record: { name: 'Ada', plan: 'pro' },
  } as const;
  const [update] = findLostUpdates([...requests, back]);
  expect(update?.members.map((member) => describeLoss(back, member))).toEqual([
    `Ben's PUT (request 64) erased Ann's name (request 63): nothing is "Ada" again.`,
  ]);
});

test('a read loses nothing, even if it shows what somebody else undid', () => {
  const play = new Play();
  play.read('Ann');
  play.read('Ben');
  play.put('Ann', { name: 'Eve' });
  play.record = { name: 'Ada', plan: 'free' };
  play.version += 1;
  play.read('Ben');
  expect(findLostUpdates(play.requests)).toEqual([]);
});

test('a record that looks different at one version has lost nothing', () => {
  const play = new Play();
  play.read('Ann');
  play.record = { name: 'Shown', plan: 'free' };
  play.read('Ben');
  play.patch('Ben', { plan: 'pro' });
  expect(findLostUpdates(play.requests)).toEqual([]);
  const [last] = play.requests.slice(-1) as [LabRequest];
  const again: LabRequest = { ...last, client: 'Ann', record: { name: 'Ada', plan: 'free' } };
  expect(findLostUpdates([...play.requests, again])).toEqual([]);
});

test('the play ends at a refusal that a repetition does not mend', () => {
  const play = new Play();
  play.read('Ann');
  play.read('Ben');
  play.put('Ann', { name: 'Eve' });
  const [last] = play.requests.slice(-1) as [LabRequest];
  const refused: LabRequest = { ...last, status: 403, version: null, record: null };
  expect(nextMove([...play.requests.slice(0, 2), refused], ['Ann', 'Ben'])).toBeNull();
});

test('the play begins again with a read that failed, and ends with a read of the first client', () => {
  const play = new Play();
  expect(nextMove([], ['Ann', 'Ben'])).toEqual({ client: 'Ann', kind: 'read', isForced: false });
  play.read('Ann');
  const failed = play.requests.map((request): LabRequest => ({ ...request, status: 500, version: null, record: null }));
  expect(nextMove(failed, ['Ann', 'Ben'])).toMatchObject({ client: 'Ann', kind: 'read' });
  play.read('Ben');
  play.patch('Ann', { name: 'Eve' });
  play.read('Ann');
  play.patch('Ben', { plan: 'pro' });
  play.read('Ben');
  expect(nextMove(play.requests, ['Ann', 'Ben'])).toMatchObject({ client: 'Ann', kind: 'read' });
  play.read('Ann');
  expect(nextMove(play.requests, ['Ann', 'Ben'])).toBeNull();
  play.patch('Ann', { name: 'Joan' });
  expect(nextMove(play.requests, ['Ann', 'Ben'])).toMatchObject({ client: 'Ann', kind: 'read' });
});

test('a write that was refused with 412 is repeated with a condition only if one was required', () => {
  for (const isStrict of [false, true]) {
    const play = new Play(isStrict);
    play.read('Ann');
    play.read('Ben');
    if (isStrict) play.put('Ben', { plan: 'pro' });
    play.put('Ann', { name: 'Eve' }, 'tag');
    play.put('Ben', { plan: 'pro' }, 'tag');
    expect(nextMove(play.requests, ['Ann', 'Ben'])).toEqual({ client: 'Ben', kind: 'read', isForced: false });
    play.read('Ben');
    expect(nextMove(play.requests, ['Ann', 'Ben'])).toEqual({ client: 'Ben', kind: 'write', isForced: isStrict });
  }
});

const step = fc.record({
  client: fc.constantFrom('Ann', 'Ben'),
  kind: fc.constantFrom('read', 'put', 'patch'),
  field: fc.constantFrom('name', 'plan'),
});

test('with a condition on every write nothing is ever lost', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
      const play = new Play(true);
      play.read('Ann');
      play.read('Ben');
      steps.forEach(({ client, kind, field }, index) => {
        if (kind === 'read') play.read(client);
        else play[kind as 'put' | 'patch'](client, { [field]: `value ${index}` }, 'tag');
      });
      expect(findLostUpdates(play.requests)).toEqual([]);
    }),
  );
});

test('without conditions a lost field is one that a write changed behind the back of the next writer', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
      const play = new Play();
      play.read('Ann');
      play.read('Ben');
      /** By client: the fields that others changed since it last saw the record. */
      const unseen = { Ann: new Set<string>(), Ben: new Set<string>() };
      const expected: [number, string][] = [];
      steps.forEach(({ client, kind, field }, index) => {
        const own = unseen[client as 'Ann' | 'Ben'];
        const other = unseen[client === 'Ann' ? 'Ben' : 'Ann'];
        if (kind === 'read') play.read(client);
        else {
          play[kind as 'put' | 'patch'](client, { [field]: `value ${index}` });
          const lost = [...own].filter((name) => kind === 'put' || name === field);
          for (const name of lost) expected.push([play.requests.length, name]);
          for (const name of [...lost, field]) other.add(name);
        }
        own.clear();
      });
      const found = findLostUpdates(play.requests).flatMap(({ culprit, members }) =>
        members.map(({ name }): [number, string] => [culprit.number, name]),
      );
      expect(found.toSorted()).toEqual(expected.toSorted());
    }),
  );
});
