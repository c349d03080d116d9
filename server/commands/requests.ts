import { isDeepStrictEqual } from 'node:util';
import type { Caller } from '../contract/caller.ts';
import type { requestCommands } from '../contract/commands/requests.ts';
import { otherRequest } from '../contract/schema/other-request.ts';
import { type Problem, problem } from '../domain/basics/problem.ts';
import { accept, refuse } from '../domain/basics/result.ts';
import { type JsonObject, jsonEqual } from '../domain/json/json.ts';
import { changeValue } from '../domain/records/edit-history.ts';
import { secretsOf } from '../domain/request/secrets.ts';
import type { SavedRequest } from '../domain/workspace/workspace.ts';
import { editConflict } from '../editing/edit-conflict.ts';
import { exportLog } from '../log/log-export.ts';
import { findRequests } from '../log/request-find.ts';
import type { RequestLog } from '../log/request-log.ts';
import type { HandlerContext, Handlers } from './context.ts';

/** Requests with a pin or a note; each holds as much of its bodies as any in the log. */
const mostAnnotated = 200;

/** The request log, requests sent by hand, and those that the workspace keeps. */
export function requestHandlers(context: HandlerContext): Pick<Handlers, keyof typeof requestCommands> {
  const { workspaces, log, clearedLog, persistence, feed, scheduler, server, requestSender } = context;

  /** Changes the requests that the workspace keeps, as an edit that can be undone. */
  function changeSaved(
    { console: by }: Caller,
    label: string,
    change: (before: readonly SavedRequest[]) => readonly SavedRequest[],
  ): void {
    const { current } = workspaces;
    const { requests } = current.workspace;
    const set = (next: readonly SavedRequest[]) => current.replacePart('requests', next);
    const changes = changeValue(requests, change(requests), set, isDeepStrictEqual);
    current.remember({ label, by, changes });
  }

  const savedAs = (name: string) => workspaces.current.workspace.requests.find((request) => request.name === name);
  const isSaved = (name: string) => savedAs(name) !== undefined;

  return {
    'requests.list': async (wanted) => {
      const entries = await scheduler.run(log.search(wanted));
      return accept({ entries, kept: log.annotated(wanted.query), ...log.state, switches: log.switches });
    },

    'requests.get': ({ id, record }) => {
      const detail = log.get(id, record);
      return detail ? accept(detail) : refuse(notInLog(id));
    },

    'requests.find': async (wanted) => accept(await scheduler.run(findRequests(log, wanted))),

    'requests.send': async (input) => {
      const { state } = server;
      if (state.state !== 'listening') {
        return refuse(
          problem('server-stopped', 'The mock server does not listen: start it, then send the request again.'),
        );
      }
      return accept(await requestSender.send(state.url, input));
    },

    'requests.mark': ({ id, pinned, note, base }) => {
      const known = log.get(id);
      if (!known) return refuse(notInLog(id));
      if (base !== undefined && base.time !== known.time) return refuse(otherRequest);
      if (base?.note !== undefined && known.note !== base.note && known.note !== note) {
        return refuse(editConflict(`note of request #${id}`, { note: known.note }));
      }
      const annotation = { pinned: pinned ?? known.pinned, note: note ?? known.note };
      const isKept = annotation.pinned || annotation.note !== '';
      if (isKept && !known.pinned && known.note === '' && countAnnotated(log) >= mostAnnotated) {
        const detail = `${mostAnnotated} requests have a pin or a note, which is the limit; remove one first.`;
        return refuse(problem('conflict', detail));
      }
      const annotated = log.annotate(id, isKept ? annotation : null);
      persistence.markDirty();
      if (annotated) feed.emit({ type: 'requests', entries: [annotated] });
      return accept(null);
    },

    'requests.clear': () => {
      clearedLog.clear();
      persistence.markDirty();
      feed.markDirty('log');
      feed.emit({ type: 'requests-cleared' });
      return accept(null);
    },

    'requests.restore': () => {
      if (!clearedLog.restore()) {
        return refuse(problem('conflict', 'The requests cleared last are no longer kept, so they cannot be restored.'));
      }
      persistence.markDirty();
      feed.markDirty('log');
      feed.emit({ type: 'requests-restored' });
      return accept(null);
    },

    'requests.export': async ({ format, secrets = false, query, ids }) => {
      const masked = secrets ? null : secretsOf(workspaces.current.workspace.settings);
      const text = await scheduler.run(exportLog(log, format, { secrets: masked, query, ids }));
      return accept({ file: `requests.${format}`, text });
    },

    'saved.put': ({ request, base }, caller) => {
      const { name } = request;
      const theirs = (savedAs(name) as JsonObject | undefined) ?? null;
      if (base !== undefined && !jsonEqual(theirs, base as JsonObject | null) && !jsonEqual(theirs, request)) {
        return refuse(editConflict(`request "${name}"`, theirs, base as JsonObject | null));
      }
      if (theirs) {
        changeSaved(caller, `change of request ${name}`, (all) =>
          all.map((one) => (one.name === name ? request : one)),
        );
      } else changeSaved(caller, `new request ${name}`, (all) => [...all, request]);
      return accept(null);
    },

    'saved.remove': ({ name }, caller) => {
      if (!isSaved(name)) return refuse(notSaved(name));
      changeSaved(caller, `delete of request ${name}`, (all) => all.filter((one) => one.name !== name));
      return accept(null);
    },

    'saved.rename': ({ name, to }, caller) => {
      if (!isSaved(name)) return refuse(notSaved(name));
      if (name !== to && isSaved(to))
        return refuse(problem('conflict', `There is a request "${to}" already.`, { name: to }));
      changeSaved(caller, `new name for request ${name}`, (all) =>
        all.map((one) => (one.name === name ? { ...one, name: to } : one)),
      );
      return accept(null);
    },
  };
}

function notInLog(id: number): Problem {
  return problem('unknown-request', `The request log does not hold request ${id}.`);
}

function notSaved(name: string): Problem {
  return problem('unknown-request', `The workspace has no request "${name}".`);
}

function countAnnotated(log: RequestLog): number {
  let count = 0;
  for (const { annotation } of log.entries()) if (annotation) count += 1;
  return count;
}
