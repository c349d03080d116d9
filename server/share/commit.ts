import { setTimeout as sleep } from 'node:timers/promises';
import type { DecidedChange } from '../domain/replication/replicated.ts';
import type { Scenario } from '../domain/scenario/scenario.ts';
import { replacedScenarios, type ScenarioChange } from '../domain/scenario/scenario-change.ts';
import { EngineRefusal } from './connection.ts';
import { commitArguments, encodeEntry, entryFixtures, entryRecord, type LogEntry } from './log-entry.ts';
import type { PendingDecision, Replica } from './replica.ts';
import { writePatience } from './replica-status.ts';
import { commitScript, type Keys, memberOf } from './scripts.ts';
import { scenariosScript } from './session-scripts.ts';

/** What became of a decision. */
export type Committed =
  | { readonly kind: 'done' }
  /** Another instance was faster; its change is applied now. */
  | { readonly kind: 'moved' }
  /** `isKnown` is true if the decision was certainly not carried out. */
  | { readonly kind: 'failed'; readonly detail: string; readonly isKnown: boolean };

export interface DecidedScenarios {
  readonly change: ScenarioChange;
  /** The scenarios before it. */
  readonly before: readonly Scenario[];
  /** The revision of the change before it. */
  readonly at: number;
}

/** A decision as it is committed. */
export interface Decision {
  readonly epoch: number;
  readonly changes: readonly DecidedChange[];
  /** The session whose live state it changes. */
  readonly session?: { readonly name: string; readonly begun: string } | undefined;
  /** The scenario to activate. */
  readonly scenario?: string | undefined;
  /** The session's setting of that name, if it changes. */
  readonly requirePrecondition?: boolean | null | undefined;
  /** The change of the scenarios themselves, with the names from which it was decided. It comes alone. */
  readonly scenarios?: DecidedScenarios | undefined;
  /** Moved unless this revision is still the latest. */
  readonly revision?: number | undefined;
}

/**
 * Commits a decision once, whatever happens to the connection meanwhile, and resolves when it is applied here. A command that
 * is sent again after a fault gets the result that the engine has recorded. `around` applies the entry.
 */
export async function commit(
  replica: Replica,
  command: string,
  decision: Decision,
  around: PendingDecision['around'] = (apply) => apply(),
): Promise<Committed> {
  const { epoch, changes, session, scenario, scenarios, requirePrecondition } = decision;
  const entry: LogEntry = {
    ...{ command, session: session?.name ?? null, records: changes.map(entryRecord), fixtures: entryFixtures(changes) },
    scenario: scenario ?? null,
    ...{ scenarios: scenarios?.change, requirePrecondition, began: null, dropped: null },
  };
  const call = scenarios
    ? scenariosCall(replica.keys, entry, epoch, scenarios)
    : recordsCall(replica.keys, entry, decision);
  const deadline = performance.now() + writePatience;
  const own = { entry, changes, around };
  replica.pending.set(command, own);
  let isSent = false;
  try {
    for (;;) {
      const connection = await replica.live(deadline - performance.now());
      if (!connection) return { kind: 'failed', detail: replica.status.away(), isKnown: !isSent };
      if (!isSent && replica.status.epoch !== epoch) return { kind: 'moved' };
      isSent = true;
      let reply: readonly unknown[];
      try {
        reply = await connection.script(call.script, call.keys, call.args);
      } catch (error) {
        if (error instanceof EngineRefusal) return { kind: 'failed', detail: refusalOf(error), isKnown: true };
        await sleep(1);
        continue;
      }
      const [kind, first, second] = reply.map(String);
      if (kind === 'done') {
        replica.applyNext(own, Number(first), Number(second));
        if (await replica.status.reached(Number(first), Number(second))) return { kind: 'done' };
        return { kind: 'failed', detail: replica.status.away(), isKnown: false };
      }
      if (kind === 'moved') await replica.status.reached(epoch, Number(first));
      else if (replica.status.epoch === epoch) replica.rejoin();
      return { kind: 'moved' };
    }
  } finally {
    replica.pending.delete(command);
  }
}

interface Call {
  readonly script: string;
  readonly keys: readonly string[];
  readonly args: readonly string[];
}

function recordsCall(
  { meta, records, log, command, scope, fixtures, counters }: Keys,
  entry: LogEntry,
  { epoch, changes, session, scenario, requirePrecondition, revision }: Decision,
): Call {
  const keys = [meta, records(entry.session), log, command(entry.command), scope(entry.session), fixtures];
  if (scenario !== undefined) keys.push(counters(entry.session, scenario));
  const setting = requirePrecondition === undefined ? '' : String(requirePrecondition);
  const args = [`${epoch}`, encodeEntry(entry), scenario ?? '', `${revision ?? ''}`, session?.begun ?? '', setting];
  return { script: commitScript, keys, args: [...args, ...commitArguments(changes)] };
}

function scenariosCall(
  { prefix, meta, log, sessions, counted, command }: Keys,
  entry: LogEntry,
  epoch: number,
  { change, before, at }: DecidedScenarios,
): Call {
  const kept = new Set(change.next.map((scenario) => JSON.stringify(scenario)));
  const changed = before.filter((scenario) => !kept.has(JSON.stringify(scenario))).map(({ name }) => name);
  const replaced = replacedScenarios(
    before.map(({ name }) => name),
    change,
  );
  return {
    script: scenariosScript,
    keys: [meta, log, sessions, counted, command(entry.command)],
    args: [
      ...[prefix, `${epoch}`, `${at}`, encodeEntry(entry), JSON.stringify({ ...change, rename: null })],
      ...[JSON.stringify(replaced), ...changed.map(memberOf)],
    ],
  };
}

function refusalOf({ code }: EngineRefusal): string {
  if (code === 'OOM') return 'The engine of the shared state has no memory left.';
  return `The engine of the shared state refuses writes (${code}).`;
}
