/** A request that a rule counted, with the number that its response showed. Times come from one clock that never stands still. */
export interface CountedRequest {
  readonly called: number;
  readonly ended: number;
  /** From 0; null where the client does not know whether the request was counted. */
  readonly place: number | null;
}

/**
 * Sentences about numbers that no order of the requests explains: one given twice, one left out although the client of every
 * request knows its own, one below that of a request which had ended before.
 */
export function countFaults(history: readonly CountedRequest[]): readonly string[] {
  const known = history.flatMap(({ place, ...times }) => (place === null ? [] : [{ ...times, place }]));
  const faults: string[] = [];
  const places = new Set(known.map(({ place }) => place));
  if (places.size < known.length) faults.push(`${known.length - places.size} numbers were given twice`);
  const highest = Math.max(-1, ...places);
  const left = highest + 1 - places.size;
  if (left > history.length - known.length) faults.push(`${left} numbers were left out`);
  // In the order of their calls, each number must be above all of requests that had ended by then.
  const byEnd = known.toSorted((a, b) => a.ended - b.ended);
  let ended = 0;
  let latest = -1;
  for (const { called, place } of known.toSorted((a, b) => a.called - b.called)) {
    for (let next = byEnd[ended]; next && next.ended < called; next = byEnd[ended]) {
      latest = Math.max(latest, next.place);
      ended += 1;
    }
    if (place < latest) faults.push(`${place} was given after ${latest}`);
  }
  return faults;
}
