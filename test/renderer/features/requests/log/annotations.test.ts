import { describe, expect, test } from 'vitest';
import { Conflicts } from '../../../../../renderer/conflict/conflicts.ts';
import { createClient } from '../../../../../renderer/console/client.ts';
import { RequestLog } from '../../../../../renderer/console/requests.ts';
import { Requests } from '../../../../../renderer/features/requests/log/requests.ts';
import { createToaster } from '../../../../../renderer/ui/overlay/toaster.ts';
import type { RequestSummary } from '../../../../../server/contract/schema/state.ts';
import { problem } from '../../../../../server/domain/basics/problem.ts';
import { FakeTransport, request, settled } from '../../../console/fake-transport.ts';

/** A log of two requests with the first one chosen. */
function openRequests() {
  const log = new RequestLog();
  const transport = new FakeTransport();
  const toaster = createToaster();
  const conflicts = new Conflicts(toaster);
  const requests = new Requests(log, createClient(transport), toaster, conflicts);
  const receive = (id: number, more: Partial<RequestSummary> = {}) => {
    log.add([request(id, more)]);
    log.publish();
    return settled();
  };
  void receive(1);
  void receive(2);
  requests.choose(log.at(0));
  const { annotations, store } = requests;
  const isOpening = async (opening: Promise<void>) => {
    const still = Symbol();
    return (await Promise.race([opening, settled().then(() => still)])) === still;
  };
  return {
    log,
    transport,
    requests,
    annotations,
    conflicts,
    receive,
    isOpening,
    edited: () => store.getState().editedNote,
  };
}

/** The edited note of request 1, whose field is there. */
async function openNote() {
  const opened = openRequests();
  const opening = opened.annotations.beginNote();
  await settled();
  opened.annotations.noteOpened();
  await opening;
  return opened;
}

const changed = problem('edit-conflict', 'Changed.', { theirs: { note: 'Theirs' } });

describe('a note', () => {
  test('that is opened while it is saved begins from what is saved', async () => {
    const { transport, annotations, receive, edited } = await openNote();
    const saving = annotations.writeNote(' X ');
    void annotations.beginNote();
    await settled();
    const { input, answer } = transport.take('requests.mark');
    expect(input).toEqual({ id: 1, note: 'X', base: { time: 1, note: '' } });
    expect(edited()).toBeNull();
    await answer(null);
    await receive(1, { note: 'X' });
    expect(await saving).toBe('saved');
    expect(edited()).toMatchObject({ id: 1, begun: 'X' });
  });

  test('that another window has changed meanwhile is asked about, and either one can be saved', async () => {
    const { transport, annotations, conflicts } = await openNote();
    const saving = annotations.writeNote('Mine');
    await settled();
    await transport.take('requests.mark').refuseWith(changed);
    const { question } = conflicts.store.getState();
    expect(question).toMatchObject({ name: 'request #1', mine: { note: 'Mine' }, theirs: { note: 'Theirs' } });
    question?.decide({ note: 'Mine' });
    await settled();
    const { input, answer } = transport.take('requests.mark');
    expect(input).toEqual({ id: 1, note: 'Mine', base: { time: 1, note: 'Theirs' } });
    await answer(null);
    expect(await saving).toBe('saved');
  });

  test('whose author goes back from the conflict is open again, unless the person has chosen another request', async () => {
    for (const leaves of [false, true]) {
      const { transport, annotations, conflicts, requests, log, edited } = await openNote();
      const saving = annotations.writeNote('Mine');
      await settled();
      await transport.take('requests.mark').refuseWith(changed);
      if (leaves) requests.choose(log.at(1));
      conflicts.store.getState().question?.decide(null);
      expect(await saving).toBe(leaves ? 'refused' : 'reopened');
      if (leaves) expect(edited()).toBeNull();
      else expect(edited()).toMatchObject({ id: 1, begun: '', stage: 'coming' });
      expect(transport.calls).toEqual([]);
    }
  });

  test('that is left as it was is not saved', async () => {
    const { transport, annotations, edited } = await openNote();
    expect(await annotations.writeNote('')).toBe('saved');
    expect(edited()).toBeNull();
    expect(transport.calls).toEqual([]);
  });

  test('keeps keys waiting until its field is there', async () => {
    const { annotations, isOpening } = openRequests();
    const opening = annotations.beginNote();
    expect(await isOpening(opening)).toBe(true);
    annotations.noteOpened();
    expect(await isOpening(opening)).toBe(false);
  });

  test('keeps no keys waiting for a request that cannot be shown, or that the person has left', async () => {
    for (const leave of [
      ({ annotations }: ReturnType<typeof openRequests>) => annotations.endNote(),
      ({ requests, log }: ReturnType<typeof openRequests>) => requests.choose(log.at(1)),
    ]) {
      const opened = openRequests();
      const opening = opened.annotations.beginNote();
      expect(await opened.isOpening(opening)).toBe(true);
      leave(opened);
      expect(await opened.isOpening(opening)).toBe(false);
      expect(opened.edited()).toBeNull();
    }
  });

  test('is not opened for a request that the person has left before it was saved', async () => {
    const { transport, annotations, requests, log, edited } = await openNote();
    void annotations.writeNote('X');
    const opening = annotations.beginNote();
    requests.choose(log.at(1));
    await settled();
    await transport.take('requests.mark').refuse('Full.');
    await opening;
    expect(edited()).toBeNull();
  });

  test('takes the place of a comparison', async () => {
    const { requests, annotations, log, edited } = openRequests();
    requests.choose(log.at(0), log.at(1));
    requests.compare();
    void annotations.beginNote();
    await settled();
    expect(requests.store.getState().compared).toBeNull();
    expect(edited()).toMatchObject({ id: 1 });
  });
});

test('two quick presses pin a request and unpin it', async () => {
  const { transport, annotations, receive } = openRequests();
  void annotations.togglePin();
  void annotations.togglePin();
  await settled();
  const first = transport.take('requests.mark');
  expect(first.input).toEqual({ id: 1, pinned: true, base: { time: 1 } });
  await receive(1, { pinned: true });
  await first.answer(null);
  expect(transport.take('requests.mark').input).toMatchObject({ id: 1, pinned: false });
});

describe('after the host has started again', () => {
  /** Fills the log of another run, whose request 1 came later. */
  const startAgain = ({ log }: ReturnType<typeof openRequests>) => {
    log.clear();
    log.fill([request(1, { time: 5000 })], []);
    log.publish();
    return settled();
  };

  test('a note that waits to be saved, and a pin, are meant for the request that had the number', async () => {
    const opened = await openNote();
    const { transport, annotations } = opened;
    void annotations.togglePin();
    await settled();
    const saving = annotations.writeNote('X');
    const first = transport.take('requests.mark');
    await startAgain(opened);
    await first.answer(null);
    await settled();
    const second = transport.take('requests.mark');
    expect(second.input).toEqual({ id: 1, note: 'X', base: { time: 1, note: '' } });
    await second.refuse('Another request.');
    expect(await saving).toBe('refused');
  });

  test('a note that is being typed is not saved, so that its text stays', async () => {
    const opened = await openNote();
    await startAgain(opened);
    expect(opened.edited()).toBeNull();
    expect(await opened.annotations.writeNote('X')).toBe('refused');
    expect(opened.transport.calls).toEqual([]);
  });
});
