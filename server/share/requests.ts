import { problem } from '../domain/basics/problem.ts';
import { isWork, type Work } from '../domain/basics/work.ts';
import { decide, type Replicated } from '../domain/replication/replicated.ts';
import type { MockResponse } from '../domain/response/mock-response.ts';
import { readSessionName } from '../domain/session/session-name.ts';
import type { SharedRequest, SharedRequests, SharedResponse } from '../http/app/shared-requests.ts';
import { type HttpResponse, problemResponse } from '../message/http-response.ts';
import type { Scheduler } from '../runtime/scheduler.ts';
import type { Replica } from './replica.ts';
import type { SharedKeys } from './shared-keys.ts';
import type { Decided, SharedWrites } from './shared-writes.ts';
import { Unsettled } from './unsettled.ts';

type Decision = Decided<HttpResponse | undefined>;

interface Parts {
  readonly replica: Replica;
  readonly writes: SharedWrites;
  readonly scheduler: Scheduler;
  /** The live states that a request may change: of all clients, or of a session. */
  readonly collections: (session: string | null) => readonly Replicated[];
  /** The session of a decision; undefined for one that is not open, or without one. */
  readonly begun: (session: string | null) => Decision['session'];
  readonly keys: SharedKeys;
}

const retryAfter = { 'Retry-After': '1' };

/** Methods that read, whose responses may be as old as this instance. */
const reading = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Answers the requests of the mock API over a shared live state. A read costs what it costs without sharing; a write is
 * answered once it is committed and applied here. Every response names its state in X-Mock-Revision.
 */
export function sharedRequests(parts: Parts): SharedRequests {
  const { replica, writes } = parts;

  /** The header lines of the latest response, and the state that they name. */
  let latest = { epoch: 0, revision: 0, condition: '', lines: [] as readonly string[] };
  const headers = () => {
    const { epoch, revision, condition } = replica.status;
    if (latest.revision !== revision || latest.epoch !== epoch || latest.condition !== condition) {
      const lines = ['X-Mock-Revision', `${epoch}.${revision}`];
      const isLive = condition === 'live';
      latest = { epoch, revision, condition, lines: isLive ? lines : [...lines, 'X-Mock-Share', condition] };
    }
    return latest.lines;
  };
  const shared = (response: HttpResponse | undefined): SharedResponse => ({ response, headers: headers() });

  async function answerLater(asked: SharedRequest, first: Decision | null): Promise<SharedResponse> {
    const { request, around } = asked;
    const isSafe = reading.has(request.method);
    const done = await writes.perform(first, () => decideRequest(parts, asked), { isSafe, around });
    const claim = parts.keys.claimOf(request);
    if (!done.ok) {
      await claim?.release();
      return shared(problemResponse(done.problem, retryAfter));
    }
    const kept = await claim?.settle();
    if (kept && !kept.ok) return shared(problemResponse(kept.problem, retryAfter));
    return kept?.value === false ? answerLater(asked, null) : shared(done.value);
  }

  async function answerAfter(asked: SharedRequest, wanted: string): Promise<SharedResponse> {
    const [, epoch, revision] = /^(\d{1,16})\.(\d{1,16})$/.exec(wanted) ?? [];
    if (epoch === undefined) {
      const detail = 'X-Mock-Revision must be the value of that header in a response of this mock.';
      return shared(problemResponse(problem('bad-header', detail, { header: 'X-Mock-Revision' })));
    }
    if (await replica.status.reached(Number(epoch), Number(revision))) return answerLater(asked, null);
    const detail = `This instance is at ${replica.status.epoch}.${replica.status.revision} and could not catch up with ${wanted} in time.`;
    return shared(problemResponse(problem('share-away', detail), retryAfter));
  }

  return {
    answer(asked) {
      const { request } = asked;
      const wanted = request.header('x-mock-revision');
      if (wanted !== undefined) return answerAfter(asked, wanted);
      const first = decideRequest(parts, asked);
      if (first instanceof Promise) return first.then((decision) => answerLater(asked, decision));
      const isRead = first.changes.length === 0 && reading.has(request.method);
      return isRead ? shared(first.result) : answerLater(asked, first);
    },
  };
}

/** Decides the response to a request, once its session has begun and the engine has counted it for the rules that count. */
function decideRequest(parts: Parts, asked: SharedRequest): Decision | Promise<Decision> {
  try {
    return decideSettled(parts, asked);
  } catch (fault) {
    if (!(fault instanceof Unsettled)) throw fault;
    return fault.settle().then((settled) => {
      if (settled.ok) return decideRequest(parts, asked);
      const result = problemResponse(settled.problem, retryAfter);
      return { result, changes: [], ...parts.replica.status.position, isFinal: true };
    });
  }
}

function decideSettled(parts: Parts, asked: SharedRequest): Decision | Promise<Decision> {
  const { collections, replica, scheduler } = parts;
  const name = sessionOf(asked);
  const { result, changes } = decide(collections(name), asked.respond);
  const claim = parts.keys.claimOf(asked.request);
  const { epoch, collectionsAt } = replica.status;
  if (!isWork(result)) return { result, changes, epoch, collectionsAt, session: parts.begun(name), claim };
  const work = decideWork(parts, asked, result);
  const begun = work.next();
  return begun.done ? begun.value : scheduler.run(work);
}

/** The work decides in its last part, which has no pause from the check to the write. */
function* decideWork(parts: Parts, asked: SharedRequest, work: Work<MockResponse>): Work<Decision> {
  const { replica } = parts;
  const { isLeft, request } = asked;
  const name = sessionOf(asked);
  // A session may end meanwhile; the commit notices that.
  const [states, session] = [parts.collections(name), parts.begun(name)];
  const { collectionsAt } = replica.status;
  for (;;) {
    const { epoch, revision } = replica.status;
    const { result, changes } = decide(states, () => work.next());
    // Only a POST under the conditions of its list changes a record after a pause.
    if (result.done)
      return {
        ...{ result: result.value, changes, epoch, collectionsAt, session, claim: parts.keys.claimOf(request) },
        ...(request.method === 'POST' && { revision }),
      };
    yield result.value;
    if (isLeft()) return { result: undefined, changes: [], epoch, collectionsAt };
  }
}

/** The session that a request names; null for none, and for a name that is refused. */
function sessionOf({ request }: SharedRequest): string | null {
  const named = readSessionName(request.header('x-mock-session'));
  return named.ok ? named.value : null;
}
