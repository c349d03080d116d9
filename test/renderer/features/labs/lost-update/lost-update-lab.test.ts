import { expect, test } from 'vitest';
import { LostUpdateLab } from '../../../../../renderer/features/labs/lost-update/lost-update-lab.ts';
import { hostValue } from '../../../../support/temporary-host.ts';
import { connectToHost } from '../../../console/connect-to-host.ts';

/** The lab of a console whose mock listens. */
async function openLab() {
  const { host, client, mirror, ...console } = await connectToHost();
  await hostValue(host, 'server.start', {});
  return { ...console, lab: new LostUpdateLab(client, mirror, 0) };
}

const played = ['Ann GET', 'Ben GET', 'Ann PUT', 'Ben PUT', 'Ann GET'];
const movesOf = ({ state }: LostUpdateLab) => state.requests.map(({ client, method }) => `${client} ${method}`);

test('a play that is asked for before the record is known plays once it is', async () => {
  await using console = await openLab();
  const { lab } = console;
  // The view may be shown twice, and a person may press twice.
  void lab.open();
  const plays = [lab.play(), lab.play()];
  void lab.open();
  await Promise.all(plays);
  expect(movesOf(lab)).toEqual(played);
  expect(lab.state).toMatchObject({ collection: 'users', id: '42', isPlaying: false });
});

test('a collection that is chosen while the lab opens stays, and is played once its members are known', async () => {
  await using console = await openLab();
  const { lab } = console;
  const opening = lab.open();
  void lab.choose('users', '7');
  await lab.play();
  await opening;
  expect(lab.state).toMatchObject({ collection: 'users', id: '7' });
  // The key would be among the edits, if it were not known.
  expect(lab.state.requests.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
});

test.each(['leave', 'pause'] as const)('a play that is asked for early does not begin after %s', async (end) => {
  await using console = await openLab();
  const { lab } = console;
  void lab.open();
  const playing = lab.play();
  lab[end]();
  await playing;
  await lab.open();
  expect(movesOf(lab)).toEqual([]);
});

test('a play waits for the chosen collection although the lab is shown again meanwhile', async () => {
  await using console = await openLab();
  const { lab } = console;
  void lab.choose('products');
  void lab.open();
  await lab.play();
  expect(lab.state).toMatchObject({ collection: 'products', id: '1' });
  expect(movesOf(lab)).toEqual(played);
});
