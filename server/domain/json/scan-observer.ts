/** An array or object whose end is still to come. */
export interface OpenContainer {
  readonly isObject: boolean;
  /** Index of its bracket. */
  readonly start: number;
  /** Members of all objects before it. */
  readonly membersBefore: number;
  /** The index of the current element. */
  index: number;
  /** The literal of the current name; empty in an array. */
  name: string;
  /** Index of the current element or name. */
  childStart: number;
  /** True while the value of the current element or member is being read. */
  isInside: boolean;
  /** The names so far, if they are compared. */
  readonly names: Set<string> | undefined;
}

/** Receives the containers of a text while it is scanned. */
export interface ScanObserver {
  opened(container: OpenContainer): void;
  /** An element or member ends at the position; `members` counts the members of all objects before. */
  childEnded(container: OpenContainer, at: number, members: number): void;
  /** The scan pauses at the position, in a string that begins with the quotation mark at `start`, but not in an escape sequence. */
  stringPaused(start: number, at: number): void;
  /** The scan goes on in a text whose first `cut` characters were dropped. Those of the current elements are still there. */
  moved(cut: number, text: string, containers: readonly OpenContainer[]): void;
  /** The container ends; its parent's child ends next. */
  closed(container: OpenContainer): void;
}
