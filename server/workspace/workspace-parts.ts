import { isDeepStrictEqual } from 'node:util';
import type { CollectionDefinition } from '../domain/model/collection-definition.ts';
import type { Settings } from '../domain/model/settings.ts';
import type { SavedRequest } from '../domain/workspace/workspace.ts';
import { decodeSnapshot, encodeSnapshot } from '../store/snapshots-file.ts';
import type { LiveWorkspace } from './live-workspace.ts';
import type { Snapshots } from './snapshots.ts';

/** The collections that several instances have, in their order. */
export interface CollectionsPart {
  readonly list: readonly SharedDefinition[];
  /** The names that collections have left. */
  readonly past: readonly string[];
}

export interface SharedDefinition {
  /** Identifies the collection while its name may change. */
  readonly uid: string;
  readonly definition: CollectionDefinition;
  /** The version above which all its records are, if it is not of the file. */
  readonly above?: number | undefined;
}

/** The parts of a workspace that an edit replaces as a whole. */
export interface PartValues {
  readonly title: string;
  readonly requests: readonly SavedRequest[];
  /** Those that several instances have in common. */
  readonly settings: Partial<Settings>;
  /** Only several instances replace it. */
  readonly collections: CollectionsPart;
  /** A snapshot as text, or null for none. */
  readonly [snapshot: `snapshot:${string}`]: string | null;
}

export type PartName = keyof PartValues;

/** Settings that belong to one instance: its addresses, its log, and what the log hides. All others decide responses. */
const ownSettings: readonly (keyof Settings)[] = [
  ...(['port', 'https', 'httpsPort', 'consolePort', 'host', 'allowedHosts'] as const),
  ...(['log', 'keptRequests', 'keptSecrets', 'secretNames'] as const),
];

/** The settings that several instances have in common. */
export function commonSettings(settings: Settings): Partial<Settings> {
  return Object.fromEntries(Object.entries(settings).filter(([name]) => !isOwnSetting(name)));
}

export function isOwnSetting(name: string): boolean {
  return ownSettings.some((own) => own === name);
}

const snapshotPrefix = 'snapshot:';

export function snapshotPart(name: string): `snapshot:${string}` {
  return `${snapshotPrefix}${name}`;
}

/** The parts of an open workspace, by name. */
export class WorkspaceParts {
  readonly #workspace: LiveWorkspace;
  readonly #snapshots: Snapshots;
  /** The collections, where several instances have them. */
  collections: { value: CollectionsPart } | undefined;
  readonly #onChange: (slice: 'workspace' | 'saved') => void;

  /** `onChange` is called for the slice of the consoles' state that has changed. Snapshots tell of their changes themselves. */
  constructor(workspace: LiveWorkspace, snapshots: Snapshots, onChange: (slice: 'workspace' | 'saved') => void) {
    this.#workspace = workspace;
    this.#snapshots = snapshots;
    this.#onChange = onChange;
  }

  /** The names of the parts that are there. */
  get names(): readonly PartName[] {
    return ['title', 'requests', 'settings', ...Array.from(this.#snapshots.all.keys(), snapshotPart)];
  }

  get<Name extends PartName>(name: Name): PartValues[Name];
  get(name: PartName): PartValues[PartName] {
    if (name === 'collections') return this.collections?.value ?? { list: [], past: [] };
    if (name === 'title') return this.#workspace.title;
    if (name === 'requests') return this.#workspace.requests;
    if (name === 'settings') return commonSettings(this.#workspace.toWritten().settings);
    const snapshot = name.slice(snapshotPrefix.length);
    const known = this.#snapshots.all.get(snapshot);
    return known ? encodeSnapshot(snapshot, known) : null;
  }

  set<Name extends PartName>(name: Name, value: PartValues[Name]): void;
  set(name: PartName, value: PartValues[PartName]): void {
    if (isDeepStrictEqual(this.get(name), value)) return;
    if (name === 'collections') {
      if (this.collections) this.collections.value = value as CollectionsPart;
      return;
    }
    if (name === 'title') this.#workspace.title = value as PartValues['title'];
    else if (name === 'requests') this.#workspace.replaceRequests(value as PartValues['requests']);
    else if (name === 'settings') this.#workspace.changeSettings(value as PartValues['settings'], () => {});
    else {
      const snapshot = name.slice(snapshotPrefix.length);
      const all = this.#snapshots.without(snapshot);
      if (value !== null) for (const [key, one] of decodeSnapshot(value as string)) all.set(key, one);
      this.#snapshots.replaceAll(all);
      return;
    }
    this.#onChange(name === 'requests' ? 'saved' : 'workspace');
  }
}
