/** The place in a list that is nearest to one which may lie before its beginning or after its end. */
export function nearestPlace(place: number, { length }: readonly unknown[]): number {
  return Math.max(0, Math.min(place, length - 1));
}
