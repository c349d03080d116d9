import { isDeepStrictEqual } from 'node:util';
import type { Work } from '../domain/basics/work.ts';
import type { Step } from '../domain/records/edit-step.ts';
import { LongDecision, type Replicated } from '../domain/replication/replicated.ts';
import type { ScenarioChange } from '../domain/scenario/scenario-change.ts';
import type { OpenWorkspace, PlacedCollection, ProposedChange } from '../workspace/open-workspace.ts';
import type { PartName, PartValues } from '../workspace/workspace-parts.ts';
import type { DecidedPart, DecidedScenarios, Decision } from './commit.ts';
import { type HistoryStep, recordKey } from './entries/log-entry.ts';
import { isLarge, planPieces } from './entries/packed-changes.ts';
import type { SharedCollections } from './entries/shared-collections.ts';
import { ProposedCollections } from './proposed-collections.ts';
import type { ReplicaStatus } from './replica-status.ts';

/** The changes that a command proposes to all instances. */
export class Proposal implements ProposedChange {
  readonly #open: OpenWorkspace;
  readonly #status: ReplicaStatus;
  readonly #records: LongDecision;
  readonly #historyAt: number;
  #history: HistoryStep | undefined;
  #scenarios: DecidedScenarios | undefined;
  #forgetsKeys = false;
  readonly #position: ReplicaStatus['position'];
  readonly #revision: number;
  readonly #shared: SharedCollections;
  #collections: ProposedCollections | undefined;
  readonly #parts = new Map<PartName, DecidedPart>();

  constructor(
    open: OpenWorkspace,
    status: ReplicaStatus,
    shared: SharedCollections,
    collections: readonly Replicated[],
  ) {
    this.#shared = shared;
    this.#position = status.position;
    this.#revision = status.revision;
    this.#open = open;
    this.#status = status;
    this.#records = new LongDecision(collections);
    this.#historyAt = status.historyAt;
  }

  /** Runs a part of the command without a pause. */
  run<T>(part: () => T): T {
    const open = this.#open;
    const outer = open.proposal;
    open.proposal = this;
    try {
      return this.#records.run(part);
    } finally {
      open.proposal = outer;
    }
  }

  *inSlices<T>(work: Work<T>): Work<T> {
    for (;;) {
      const step = this.run(() => work.next());
      if (step.done) return step.value;
      yield step.value;
    }
  }

  remember({ label, by }: { readonly label: string; readonly by?: string | undefined }): void {
    this.#history = { label, by };
  }

  move(step: Step, id: number): void {
    this.#history = { step, id };
  }

  part<Name extends PartName>(name: Name, value: PartValues[Name]): void {
    if (name === 'collections') this.#changed.restore(value as PartValues['collections']);
    else this.#parts.set(name, { name, value, at: this.#status.partsAt.get(name) ?? 0 });
  }

  scenarios(change: ScenarioChange): void {
    const before = [...this.#open.workspace.scenarios.values()];
    this.#scenarios = { change, before, at: this.#status.scenariosAt };
  }

  get collections(): readonly PlacedCollection[] {
    return this.#changed.next;
  }

  place(next: readonly PlacedCollection[]): void {
    this.#changed.place(next);
  }

  get #changed(): ProposedCollections {
    this.#collections ??= new ProposedCollections(this.#shared, this.#status.highest);
    return this.#collections;
  }

  forgetKeys(): void {
    this.#forgetsKeys = this.#open.workspace.settings.idempotencyKeys;
  }

  /** The changes to commit, in time slices: what is read between them must not have changed since. */
  *propose(): Work<Proposed> {
    const [history, historyAt, scenarios] = [this.#history, this.#historyAt, this.#scenarios];
    const [parts, forgetsKeys] = [[...this.#parts.values()], this.#forgetsKeys];
    const changes = yield* this.#records.changes();
    const proposed = this.#collections?.proposed;
    const isSame = !proposed || isDeepStrictEqual(proposed.part, this.#shared.value);
    const { leaving, gone, seen, fresh, part } = isSame ? none : proposed;
    const all = changes.filter(({ collection }) => !gone.includes(collection.uid));
    for (const one of fresh) for (const change of yield* this.#changed.recordsOf(one)) all.push(change);
    const dropped: string[] = [];
    for (const uid of gone) for (const key of this.#storedOf(uid)) dropped.push(key);
    const { epoch, collectionsAt } = this.#position;
    const plan = isLarge(all, dropped) ? yield* planPieces(all, dropped, epoch) : undefined;
    return {
      ...{ epoch, history, historyAt, scenarios, forgetsKeys, leaving, dropped, changes: all, plan },
      seen: { at: this.#revision, all: seen },
      parts: part ? [...parts, { name: 'collections', value: part, at: collectionsAt }] : parts,
      collectionsAt,
    };
  }

  /** The keys of all records of a collection that the engine may have. */
  *#storedOf(uid: string): Iterable<string> {
    const collection = this.#shared.find(uid);
    if (!collection) return;
    for (const id of collection.layeredIds()) yield recordKey(uid, id);
    for (const id of collection.editedIds) if (!collection.isLayered(id)) yield recordKey(uid, id);
  }
}

const none = { leaving: undefined, gone: [] as string[], seen: [], fresh: [], part: undefined };

type Proposed = Omit<Decision, 'session' | 'scenario' | 'requirePrecondition' | 'claim'>;
