import { countMembers, type Json, setMember } from './json.ts';
import type { OpenContainer, ScanObserver } from './scan-observer.ts';

/** An open container. */
interface Building {
  /** The part built so far; null for a short container, which is built with its parent. */
  value: Json[] | { [name: string]: Json } | null;
  /** Index of the first child that is not built yet; null if there is none. */
  runStart: number | null;
  /** Members of all objects before that child. */
  membersAtRun: number;
  /** Index after the latest child. */
  end: number;
  /** Members of all objects up to the end of the latest child. */
  membersAtEnd: number;
}

/**
 * Builds the value of a long text while it is scanned. `JSON.parse` builds runs of short children; a container longer than a
 * run is put together from its runs. No step takes longer than a run, or than one string of the text.
 */
export class JsonBuilder implements ScanObserver {
  readonly #runCharacters: number;
  #text = '';
  readonly #open: Building[] = [];
  /** The long container or string that ended last, until its parent takes it. */
  #closed: { readonly value: Json; readonly membersBefore: number } | undefined;
  /** The long string that is being read or was read last, until its container takes it, and the index up to which it was built. */
  #string: { value: string; built: number } | undefined;
  #hasLostMembers = false;

  /** `JSON.parse` builds as many characters of a container in one go. */
  constructor(runCharacters: number) {
    this.#runCharacters = runCharacters;
  }

  /** True if a member was lost, because an object has two of the same name. */
  get hasLostMembers(): boolean {
    return this.#hasLostMembers;
  }

  /** The value of a text whose scan has ended; `members` is their number in all its objects. */
  finish(members: number): Json {
    if (this.#closed) return this.#closed.value;
    const value: Json = JSON.parse(this.#text);
    this.#hasLostMembers = countMembers(value) !== members;
    return value;
  }

  opened({ start, membersBefore }: OpenContainer): void {
    this.#open.push({ value: null, runStart: null, membersAtRun: 0, end: start, membersAtEnd: membersBefore });
  }

  stringPaused(start: number, at: number): void {
    this.#string ??= { value: '', built: start + 1 };
    this.#string.value += JSON.parse(`"${this.#text.slice(this.#string.built, at)}"`);
    this.#string.built = at;
  }

  childEnded(container: OpenContainer, at: number, members: number): void {
    const building = this.#open.at(-1);
    if (!building) return;
    if (this.#string) {
      this.stringPaused(at, at - 1);
      this.#closed = { value: this.#string.value, membersBefore: building.membersAtEnd };
      this.#string = undefined;
    }
    const closed = this.#closed;
    this.#closed = undefined;
    if (closed) {
      this.#buildRun(building, container, closed.membersBefore);
      this.#add(building, container, container.isObject ? JSON.parse(container.name) : '', closed.value);
    } else if (building.runStart === null) {
      building.runStart = container.childStart;
      building.membersAtRun = building.membersAtEnd;
    }
    building.end = at;
    building.membersAtEnd = members;
    if (building.runStart !== null && at - building.runStart > this.#runCharacters) {
      this.#buildRun(building, container, members);
    }
  }

  moved(cut: number, text: string, containers: readonly OpenContainer[]): void {
    for (const [index, building] of this.#open.entries()) {
      const container = containers[index];
      if (container) this.#buildRun(building, container, building.membersAtEnd);
    }
    if (this.#string) this.#string.built -= cut;
    this.#text = text;
  }

  closed(container: OpenContainer): void {
    const building = this.#open.pop();
    if (!building || building.value === null) return;
    this.#buildRun(building, container, building.membersAtEnd);
    this.#closed = { value: building.value, membersBefore: container.membersBefore };
  }

  /** Builds the children since the start of the run; `members` is the number of members up to their end. */
  #buildRun(building: Building, container: OpenContainer, members: number): void {
    if (building.runStart === null) {
      building.value ??= container.isObject ? {} : [];
      return;
    }
    const run = this.#text.slice(building.runStart, building.end);
    const built: Json = JSON.parse(container.isObject ? `{${run}}` : `[${run}]`);
    if (countMembers(built) !== members - building.membersAtRun) this.#hasLostMembers = true;
    for (const [name, value] of Object.entries(built ?? [])) this.#add(building, container, name, value);
    building.runStart = null;
  }

  #add(building: Building, { isObject }: OpenContainer, name: string, value: Json): void {
    building.value ??= isObject ? {} : [];
    if (Array.isArray(building.value)) {
      building.value.push(value);
    } else {
      if (Object.hasOwn(building.value, name)) this.#hasLostMembers = true;
      setMember(building.value, name, value);
    }
  }
}
