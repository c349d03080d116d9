import { isDeepStrictEqual } from 'node:util';
import type { Work } from '../domain/basics/work.ts';
import type { Step } from '../domain/records/edit-step.ts';
import { LongDecision, type Replicated } from '../domain/replication/replicated.ts';
import type { ScenarioChange } from '../domain/scenario/scenario-change.ts';
import type { OpenWorkspace, PlacedCollection, ProposedChange } from '../workspace/open-workspace.ts';
import type { PartName, PartValues } from '../workspace/workspace-parts.ts';
import type { DecidedPart, DecidedScenarios, Decision } from './commit.ts';
import type { HistoryStep } from './log-entry.ts';
import { ProposedCollections } from './proposed-collections.ts';
import type { ReplicaStatus } from './replica-status.ts';
import type { SharedCollections } from './shared-collections.ts';

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

  /** The changes to commit. */
  get proposed(): Omit<Decision, 'session' | 'scenario' | 'requirePrecondition' | 'claim'> {
    const [history, historyAt, scenarios] = [this.#history, this.#historyAt, this.#scenarios];
    const [parts, forgetsKeys] = [[...this.#parts.values()], this.#forgetsKeys];
    const { changes } = this.#records;
    const rest = { ...this.#position, history, historyAt, scenarios, forgetsKeys };
    const collections = this.#collections?.proposed;
    if (!collections || isDeepStrictEqual(collections.part, this.#shared.value)) return { ...rest, changes, parts };
    const { part: value, leaving, isExact } = collections;
    const gone = new Set(leaving?.all.flatMap(({ uid, isDropped }) => (isDropped ? [uid] : [])));
    return {
      ...{ ...rest, leaving, revision: isExact ? this.#revision : undefined },
      changes: [...changes.filter(({ collection }) => !gone.has(collection.uid)), ...collections.changes],
      parts: [...parts, { name: 'collections', value, at: this.#position.collectionsAt }],
    };
  }
}
