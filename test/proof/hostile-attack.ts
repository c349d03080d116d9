/** One of the worst requests that we know, to the mock API or, as a command, to the console API. */
export interface Attack {
  readonly name: string;
  readonly method?: string;
  /** A path of the mock API, or the name of a command. */
  readonly target: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Built when it is sent, because most are large. */
  readonly body?: () => string;
  /** The status to expect. */
  readonly status: number;
  /** The limit that a refusal must name. */
  readonly limit?: RegExp;
  /** Times to send it, one after the other; once by default. */
  readonly times?: number;
  /** Gets the beginning of the response's body, of which a later request may need something. */
  readonly onReply?: (body: string) => void;
}

/** A command of the console API. */
export const command = (name: string, target: string, input: object, status = 200): Attack => ({
  name: `console: ${name}`,
  target,
  body: () => JSON.stringify(input),
  status,
});

export const mebibyte = 2 ** 20;
export const json = { 'content-type': 'application/json' };
export const jsonPatch = { 'content-type': 'application/json-patch+json' };
export const mergePatch = { 'content-type': 'application/merge-patch+json' };

export function list<T>(count: number, make: (index: number) => T): T[] {
  return Array.from({ length: count }, (_, index) => make(index));
}

/** An object of distinct names with about so many bytes as JSON. */
export function distinctNames(bytes: number): string {
  return `{${list(Math.floor(bytes / 12), (index) => `"n${String(index).padStart(6, '0')}":1`).join(',')}}`;
}

export function nested(depth: number, open: string, close: string, inside = ''): string {
  return open.repeat(depth) + inside + close.repeat(depth);
}

export function query(text: string): string {
  return `/api/users?filter=${encodeURIComponent(text)}`;
}

export function terms(count: number, operator: string, keyword = ' or '): string {
  return list(count, (index) => `name ${operator} "${index}"`).join(keyword);
}

export const wide = () => distinctNames(mebibyte - 100);
export const longText = () => `{"note":"${'x'.repeat(mebibyte - 100)}"}`;
