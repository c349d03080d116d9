/*
 * Judges a recorded history of concurrent requests: is there an order of them, each between its call and its end, in which
 * every response is right? The method is that of Porcupine (Athalye, 2017, after Wing and Gong, 1993, and Lowe, 2017):
 * record by record, depth first, and no set of operations with the same state is tried twice.
 */

/** What a client asked of a record. A value is a text that no other write has; null deletes the record. */
export type Asked =
  | { readonly kind: 'read' }
  | {
      readonly kind: 'write';
      readonly value: string | null;
      /** The version that the write depends on; `absent` where it must create the record. */
      readonly onlyIf?: number | 'absent';
    }
  /** The program was killed and started again: live states are lost, and versions start above all that were given out. */
  | { readonly kind: 'restart'; readonly value: string | null };

/** What the client observed. */
export type Observed =
  | { readonly kind: 'record'; readonly value: string; readonly version: number }
  | { readonly kind: 'deleted' }
  /** 404 */
  | { readonly kind: 'absent' }
  /** 412 */
  | { readonly kind: 'refused' }
  /** No response came: it may have happened or not. */
  | { readonly kind: 'unknown' }
  /** Of a restart. */
  | { readonly kind: 'none' };

/** One operation. Times come from one clock that never stands still. */
export interface Operation {
  readonly record: string;
  readonly called: number;
  /** For an unknown outcome the time after which it cannot happen any more, infinite where the program lives on. */
  readonly ended: number;
  readonly asked: Asked;
  readonly observed: Observed;
}

/** A record as a versioned register. An unknown version is null, and above `highest`, the highest one given out before. */
interface Register {
  readonly value: string | null;
  readonly version: number | null;
  readonly highest: number;
  /** True until the first write after a start: the value is that of the file. */
  readonly isFiled: boolean;
  /** The version that the value of the file had before the restart. It may come back with that value. */
  readonly filed: number;
}

/** The records whose operations have no right order. All of them begin with the same value and version. */
export function faultyRecords(
  history: readonly Operation[],
  start: { readonly value: string; readonly version: number },
): readonly string[] {
  const records = [...new Set(history.map(({ record }) => record))];
  return records.filter((record) => {
    const operations = history.filter((one) => one.record === record).sort((a, b) => a.called - b.called);
    const { version } = start;
    return !hasOrder(operations, { ...start, highest: version, isFiled: true, filed: version });
  });
}

/** What the search knows after some operations: those before `first` are taken, and none after `last`. */
interface Step {
  /** The index of the operation that led here; -1 at the start. */
  readonly by: number;
  readonly register: Register;
  readonly latestCall: number;
  /** Operations with a known outcome that are not taken yet. */
  readonly left: number;
  readonly first: number;
  readonly last: number;
  /** The operations that may come next and were not tried from here. */
  readonly next: Iterator<Step>;
}

/** A history has as many steps as operations, more than functions can call each other: the steps are a list. */
function hasOrder(operations: readonly Operation[], start: Register): boolean {
  const taken: boolean[] = operations.map(() => false);
  const tried = new Set<string>();
  const needed = operations.filter(({ observed }) => observed.kind !== 'unknown').length;

  function stepTo(by: number, from: Omit<Step, 'by' | 'next'>): Step {
    let { first } = from;
    while (taken[first]) first += 1;
    const step = { ...from, by, first };
    return { ...step, next: stepsAfter(step) };
  }

  function* stepsAfter({ register, latestCall, left, first, last }: Omit<Step, 'next'>): Generator<Step> {
    // A call after the end of an operation comes after it.
    let horizon = Number.POSITIVE_INFINITY;
    for (let index = first; index < operations.length; index++) {
      const operation = operations[index];
      if (!operation || operation.called > horizon) return;
      if (taken[index]) continue;
      const isUnknown = operation.observed.kind === 'unknown';
      if (!isUnknown) horizon = Math.min(horizon, operation.ended);
      if (operation.ended < latestCall) continue;
      const after = apply(register, operation);
      if (!after) continue;
      taken[index] = true;
      yield stepTo(index, {
        register: after,
        latestCall: Math.max(latestCall, operation.called),
        left: left - (isUnknown ? 0 : 1),
        first,
        last: Math.max(last, index),
      });
      taken[index] = false;
    }
  }

  /** The same text for the same operations with the same register. */
  function textOf({ register, first, last }: Step): string {
    const left: number[] = [];
    for (let index = first; index < last; index++) if (!taken[index]) left.push(index);
    return `${last} ${left} ${JSON.stringify(register)}`;
  }

  const from = { register: start, latestCall: Number.NEGATIVE_INFINITY, left: needed, first: 0, last: -1 };
  const path = [stepTo(-1, from)];
  for (let step = path.at(-1); step; step = path.at(-1)) {
    if (step.left === 0) return true;
    const { value: next, done } = step.next.next();
    if (done) {
      path.pop();
      continue;
    }
    const text = textOf(next);
    if (tried.has(text)) continue;
    tried.add(text);
    path.push(next);
  }
  return false;
}

/** The register after an operation; undefined if the response is wrong there. */
function apply(register: Register, { asked, observed }: Operation): Register | undefined {
  switch (asked.kind) {
    case 'restart':
      return {
        ...register,
        value: asked.value,
        version: null,
        isFiled: true,
        filed: (register.isFiled ? register.version : null) ?? register.filed,
      };
    case 'read':
      if (observed.kind === 'absent') return register.value === null ? register : undefined;
      if (observed.kind !== 'record' || observed.value !== register.value) return undefined;
      return atVersion(register, observed.version);
    case 'write':
      return afterWrite(register, asked, observed);
  }
}

function afterWrite(
  register: Register,
  { value, onlyIf }: Extract<Asked, { kind: 'write' }>,
  observed: Observed,
): Register | undefined {
  const { version, highest } = register;
  // A write finds that the record is missing under every condition but that of its absence.
  if (observed.kind === 'absent') return register.value === null && onlyIf !== 'absent' ? register : undefined;
  if (observed.kind === 'refused') {
    if (onlyIf === undefined) return undefined;
    const holds = onlyIf === 'absent' ? register.value === null : register.value !== null && onlyIf === version;
    return holds ? undefined : register;
  }
  if (onlyIf === 'absent' && register.value !== null) return undefined;
  const met =
    typeof onlyIf === 'number' ? (register.value === null ? undefined : atVersion(register, onlyIf)) : register;
  if (!met) return undefined;
  const written = { value, isFiled: false, filed: register.filed };
  if (value === null) {
    if (register.value === null || observed.kind === 'record') return undefined;
    return { ...written, version: null, highest: Math.max(highest, met.version ?? highest) };
  }
  const above = Math.max(met.highest, met.version ?? 0);
  if (observed.kind === 'unknown') return { ...written, version: null, highest: above };
  if (observed.kind !== 'record' || observed.value !== value || observed.version <= above) return undefined;
  return { ...written, version: observed.version, highest: observed.version };
}

/** The register if it may have that version. */
function atVersion(register: Register, version: number): Register | undefined {
  if (register.version !== null) return register.version === version ? register : undefined;
  const isBack = register.isFiled && version === register.filed;
  if (!isBack && version <= register.highest) return undefined;
  return { ...register, version, highest: Math.max(version, register.highest) };
}
