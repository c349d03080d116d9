import { setTimeout as sleep } from 'node:timers/promises';
import type { DecidedChange } from '../domain/replication/replicated.ts';
import type { Scenario } from '../domain/scenario/scenario.ts';
import { replacedScenarios, type ScenarioChange } from '../domain/scenario/scenario-change.ts';
import type { PartName, PartValues } from '../workspace/workspace-parts.ts';
import type { Claim } from './claim.ts';
import type { Outcome } from './engine/away.ts';
import { type CommitOptions, commitScript } from './engine/commit-script.ts';
import { EngineRefusal } from './engine/connection.ts';
import { writePatience } from './engine/patience.ts';
import { memberOf } from './engine/scripts.ts';
import {
  commitArguments,
  encodeEntry,
  entryFixtures,
  entryRecord,
  type HistoryStep,
  type LogEntry,
} from './entries/log-entry.ts';
import type { Plan } from './entries/packed-changes.ts';
import { fold, StagedChange } from './entries/staged-change.ts';
import type { Replica } from './replica.ts';
import type { PendingDecision } from './replica-state.ts';

/** Further milliseconds for each record to bring a decision to the engine. */
const patienceOfRecord = 0.5;

/** The outcome of a decision. */
export type Committed =
  | { readonly kind: 'done' }
  /** Another instance was faster; its change is applied now. */
  | { readonly kind: 'moved' }
  | { readonly kind: 'failed'; readonly detail: string; readonly outcome: Outcome };

export interface DecidedScenarios {
  readonly change: ScenarioChange;
  /** The scenarios before it. */
  readonly before: readonly Scenario[];
  /** The revision of the change before it. */
  readonly at: number;
}

export interface DecidedPart {
  readonly name: PartName;
  readonly value: PartValues[PartName];
  readonly at: number;
}

/** A decision as it is committed. */
export interface Decision {
  readonly epoch: number;
  /** The revision of the latest change of the collections that the decision saw. */
  readonly collectionsAt: number;
  /** The collections whose names become free. */
  readonly leaving?: CommitOptions['leaving'];
  /** The keys of the records that go with their collection. */
  readonly dropped?: readonly string[] | undefined;
  /** The collections that it has read whole, by uid, and the revision at which it began to. */
  readonly seen?: { readonly at: number; readonly all: readonly string[] } | undefined;
  readonly changes: readonly DecidedChange[];
  /** How a large change is divided into pieces. */
  readonly plan?: Plan | undefined;
  /** The session whose live state it changes. */
  readonly session?: { readonly name: string; readonly begun: string } | undefined;
  /** The scenario to activate. */
  readonly scenario?: string | undefined;
  /** The session's setting of that name, if it changes. */
  readonly requirePrecondition?: boolean | null | undefined;
  /** The change of the scenarios themselves, with the names from which it was decided. */
  readonly scenarios?: DecidedScenarios | undefined;
  /** The parts of the workspace that it replaces, each with the revision of the change before it. */
  readonly parts?: readonly DecidedPart[] | undefined;
  /** Its effect on the history of edits. */
  readonly history?: HistoryStep | undefined;
  /** The revision of the latest step of the history that the decision saw. */
  readonly historyAt?: number | undefined;
  /** Moved unless this revision is still the latest. */
  readonly revision?: number | undefined;
  /** True if the idempotency keys of the live state are forgotten. */
  readonly forgetsKeys?: boolean | undefined;
  /** The idempotency key under which it is made, with the response to keep. */
  readonly claim?: Claim | undefined;
}

/**
 * Commits a decision once, even if the connection fails meanwhile, and resolves when it is applied here. A command that
 * is sent again after a fault gets the result that the engine has recorded. `around` applies the entry.
 */
export async function commit(
  replica: Replica,
  command: string,
  decision: Decision,
  around: PendingDecision['around'] = (apply) => apply(),
): Promise<Committed> {
  const { epoch, changes, session, scenario, scenarios, requirePrecondition, history, plan, parts = [] } = decision;
  const staged = plan && new StagedChange(replica.keys, changes, plan);
  const inEntry = staged ? [] : changes;
  const entry: LogEntry = {
    ...{ command, session: session?.name ?? null, staged: staged?.records },
    ...{ records: inEntry.map(entryRecord), fixtures: entryFixtures(inEntry) },
    scenario: scenario ?? null,
    ...{ scenarios: scenarios?.change, requirePrecondition, history, began: null, dropped: null },
    ...(parts.length > 0 && { parts: valuesOf(parts) }),
  };
  const call = callOf(replica, entry, decision, staged?.options);
  const stored = [replica.keys.records(entry.session), replica.keys.fixtures];
  const deadline = performance.now() + writePatience + changes.length * patienceOfRecord;
  const own = { entry, changes, around };
  replica.pending.set(command, own);
  let isSent = false;
  try {
    for (;;) {
      const connection = await replica.live(deadline - performance.now());
      if (!connection)
        return { kind: 'failed', detail: replica.status.away(), outcome: isSent ? 'unknown' : 'not-made' };
      if (!isSent && replica.status.epoch !== epoch) return { kind: 'moved' };
      const wasSent = isSent;
      let reply: readonly unknown[];
      try {
        await staged?.bring(connection);
        isSent = true;
        reply = await connection.script(commitScript, call.keys, call.args);
      } catch (error) {
        if (error instanceof EngineRefusal) {
          void staged?.forget(connection).catch(() => {});
          return { kind: 'failed', detail: error.sentence, outcome: wasSent ? 'unknown' : 'not-made' };
        }
        await sleep(1);
        continue;
      }
      const [kind, first, second] = reply.map(String);
      if ((kind === 'unfolded' || kind === 'unstaged') && performance.now() < deadline) {
        isSent = false;
        if (kind === 'unfolded') await fold(connection, stored).catch(() => {});
        else staged?.begin();
        continue;
      }
      if (kind === 'done') {
        if (staged) void fold(connection, stored).catch(() => {});
        if (decision.claim) decision.claim.isEnded = true;
        replica.applyNext(own, Number(first), Number(second));
        if (await replica.status.reached(Number(first), Number(second))) return { kind: 'done' };
        return { kind: 'failed', detail: replica.status.away(), outcome: 'made' };
      }
      void staged?.forget(connection).catch(() => {});
      if (kind === 'unclaimed') decision.claim?.lose();
      else if (kind === 'moved') await replica.status.reached(epoch, Number(first));
      else if (replica.status.epoch === epoch) replica.rejoin();
      return { kind: 'moved' };
    }
  } finally {
    replica.pending.delete(command);
  }
}

interface Call {
  readonly keys: readonly string[];
  readonly args: readonly string[];
}

function callOf({ keys: names }: Replica, entry: LogEntry, decision: Decision, staged: CommitOptions['staged']): Call {
  const { epoch, parts = [] } = decision;
  const changes = staged ? [] : decision.changes;
  const { meta, records, log, command, scope, fixtures, sessions, counted, counters, requestKeys } = names;
  const { session } = entry;
  const options = JSON.stringify(optionsOf(decision, staged));
  const plain = [meta, records(session), log, command(entry.command), scope(session), fixtures];
  const further = [
    ...(decision.claim?.names ?? ['', '']),
    ...[sessions, counted, counters(session, decision.scenario ?? '')],
    ...requestKeys(session),
  ];
  const partArgs = parts.flatMap(({ name, value, at }) => [name, `${at}`, JSON.stringify(value)]);
  const args = [
    `${epoch}`,
    encodeEntry(entry),
    options === '{}' ? '' : options,
    names.prefix,
    `${decision.collectionsAt}`,
    `${parts.length}`,
    ...partArgs,
  ];
  return { keys: options === '{}' ? plain : [...plain, ...further], args: [...args, ...commitArguments(changes)] };
}

function optionsOf(decision: Decision, staged: CommitOptions['staged']): CommitOptions {
  const { scenario, revision, session, requirePrecondition, scenarios, forgetsKeys, claim, history, leaving } =
    decision;
  const { seen, dropped } = decision;
  const all = [...(seen?.all ?? []), ...Object.keys(staged?.tops ?? {})];
  return {
    ...{ scenario, revision: revision?.toString(), begun: session?.begun, forgetsKeys, leaving, claim: claim?.end },
    ...{ staged, dropped: staged || dropped?.length === 0 ? undefined : dropped },
    seen: seen && all.length > 0 ? { at: String(seen.at), all } : undefined,
    precondition: requirePrecondition === undefined ? undefined : String(requirePrecondition),
    history: history && ('step' in history ? String(decision.historyAt ?? 0) : 'edit'),
    scenarios: scenarios && scenarioOptions(scenarios),
  };
}

function scenarioOptions({ change, before, at }: DecidedScenarios): CommitOptions['scenarios'] {
  const kept = new Set(change.next.map((scenario) => JSON.stringify(scenario)));
  const changed = before.filter((scenario) => !kept.has(JSON.stringify(scenario))).map(({ name }) => memberOf(name));
  const names = before.map(({ name }) => name);
  const text = JSON.stringify({ ...change, rename: null });
  return { at: String(at), text, replaced: replacedScenarios(names, change), changed };
}

/** The values of parts, each of the type that belongs to its name. */
function valuesOf(parts: readonly DecidedPart[]): Partial<PartValues> {
  return Object.fromEntries(parts.map(({ name, value }) => [name, value])) as unknown as Partial<PartValues>;
}
