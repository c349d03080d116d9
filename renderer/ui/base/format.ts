const count = new Intl.NumberFormat('en');

/** A clause as a sentence: "There is a collection orders already." */
export function asSentence(clause: string): string {
  return `${clause[0]?.toUpperCase() ?? ''}${clause.slice(1)}${/[.!?…]$/.test(clause) ? '' : '.'}`;
}

/** 1,234 */
export function formatCount(value: number): string {
  return count.format(value);
}

/** "1 record", "1,234 records" */
export function plural(value: number, one: string, many = `${one}s`): string {
  return `${formatCount(value)} ${value === 1 ? one : many}`;
}

/** Local time of day of a timestamp in milliseconds since 1970: 14:03:07.042 */
export function formatTime(time: number): string {
  const date = new Date(time);
  const two = (value: number) => String(value).padStart(2, '0');
  const milliseconds = String(date.getMilliseconds()).padStart(3, '0');
  return `${two(date.getHours())}:${two(date.getMinutes())}:${two(date.getSeconds())}.${milliseconds}`;
}

/** Local time of day without milliseconds: 14:03:07 */
export function formatClock(time: number): string {
  return formatTime(time).slice(0, 8);
}

/** A duration of milliseconds with about three digits: 0.42 ms, 31.5 ms, 420 ms, 1.25 s */
export function formatDuration(milliseconds: number): string {
  if (milliseconds >= 1000) return `${(milliseconds / 1000).toFixed(2)} s`;
  if (milliseconds >= 100) return `${Math.round(milliseconds)} ms`;
  return `${milliseconds.toFixed(milliseconds >= 10 ? 1 : 2)} ms`;
}

/** 0 B, 812 B, 1.4 kB, 20.1 MB */
export function formatBytes(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`;
  if (bytes < 1_000_000) return `${(bytes / 1000).toFixed(1)} kB`;
  return `${(bytes / 1_000_000).toFixed(1)} MB`;
}

/** Counts with their words, without those of nothing: "3 new, 1,200 changed". */
export function formatCounts(counts: Readonly<Record<string, number>>): string {
  const present = Object.entries(counts).filter(([, count]) => count > 0);
  return present.map(([word, count]) => `${formatCount(count)} ${word}`).join(', ');
}
