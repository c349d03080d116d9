/**
 * A reference implementation of RFC 9110's preconditions, written in the order of its prose and without any of the server's
 * code. Between If-Match and If-None-Match it evaluates the server's own X-Resource-Version, which must equal the record's
 * version. Also the decision table: every method, with and without a target, with every form of each header.
 */

/** The target of the request; undefined if it does not exist. A list has no version. */
export interface ReferenceTarget {
  readonly etag: string;
  readonly version?: number;
}

export interface ReferenceHeaders {
  readonly 'If-Match'?: string;
  readonly 'X-Resource-Version'?: string;
  readonly 'If-None-Match'?: string;
}

/** The outcome of the request and the header that decided it. */
export interface ReferenceOutcome {
  readonly outcome: 'perform the method' | 304 | 400 | 412;
  readonly header: keyof ReferenceHeaders | null;
}

export function referenceOutcome(
  method: string,
  target: ReferenceTarget | undefined,
  headers: ReferenceHeaders,
): ReferenceOutcome {
  // 13.2.1: methods that neither read nor change a representation have no preconditions.
  if (['CONNECT', 'OPTIONS', 'TRACE'].includes(method)) {
    return { outcome: 'perform the method', header: null };
  }

  // 13.2.2, step 1: If-Match, when it is there; false is 412.
  const ifMatch = headers['If-Match'];
  if (ifMatch !== undefined) {
    const field = readFieldValue(ifMatch);
    if (field === 'malformed') return { outcome: 400, header: 'If-Match' };
    if (!ifMatchIsTrue(field, target)) return { outcome: 412, header: 'If-Match' };
  }

  // Step 2 is If-Unmodified-Since, which needs a modification date; the server sends none. The version stands here.
  const version = headers['X-Resource-Version'];
  if (version !== undefined) {
    if (String(parseBigInt(version)) !== version) return { outcome: 400, header: 'X-Resource-Version' };
    if (target?.version === undefined || BigInt(version) !== BigInt(target.version)) {
      return { outcome: 412, header: 'X-Resource-Version' };
    }
  }

  // Step 3: If-None-Match, when it is there; false is 304 for a GET or a HEAD, 412 for every other method.
  const ifNoneMatch = headers['If-None-Match'];
  if (ifNoneMatch !== undefined) {
    const field = readFieldValue(ifNoneMatch);
    if (field === 'malformed') return { outcome: 400, header: 'If-None-Match' };
    if (!ifNoneMatchIsTrue(field, target)) {
      return { outcome: ['GET', 'HEAD'].includes(method) ? 304 : 412, header: 'If-None-Match' };
    }
  }

  // Step 4 is If-Modified-Since, step 5 is If-Range with Range; the server has neither. Step 6 is the method itself.
  return { outcome: 'perform the method', header: null };
}

/** 13.1.1: `*` is true if the target exists; a list is true if one of its tags matches. */
function ifMatchIsTrue(field: '*' | readonly Tag[], target: ReferenceTarget | undefined): boolean {
  if (target === undefined) return false;
  if (field === '*') return true;
  // 8.8.3.2, strong comparison: neither tag is weak, and they are the same character by character.
  return field.some((tag) => !tag.weak && tag.opaque === target.etag);
}

/** 13.1.2: `*` is false if the target exists; a list is false if one of its tags matches. */
function ifNoneMatchIsTrue(field: '*' | readonly Tag[], target: ReferenceTarget | undefined): boolean {
  if (target === undefined) return true;
  if (field === '*') return false;
  // 8.8.3.2, weak comparison: the same character by character behind a W/ that either may have.
  return field.every((tag) => tag.opaque !== target.etag.replace(/^W\//, ''));
}

interface Tag {
  readonly weak: boolean;
  readonly opaque: string;
}

/** `"*" / #entity-tag`: split at commas outside quotes, without white space and empty elements. */
export function readFieldValue(value: string): '*' | readonly Tag[] | 'malformed' {
  const elements = [''];
  let quoted = false;
  for (const character of value) {
    if (character === '"') quoted = !quoted;
    if (character === ',' && !quoted) elements.push('');
    else elements.push(`${elements.pop()}${character}`);
  }
  const filled = elements.map(stripWhiteSpace).filter((element) => element !== '');
  if (elements.length === 1 && filled[0] === '*') return '*';
  const tags = filled.map(readTag);
  return tags.every((tag) => tag !== undefined) ? tags : 'malformed';
}

/** OWS = *( SP / HTAB ) */
function stripWhiteSpace(element: string): string {
  let stripped = element;
  while (stripped.startsWith(' ') || stripped.startsWith('\t')) stripped = stripped.slice(1);
  while (stripped.endsWith(' ') || stripped.endsWith('\t')) stripped = stripped.slice(0, -1);
  return stripped;
}

/** entity-tag = [ %s"W/" ] DQUOTE *etagc DQUOTE */
function readTag(element: string): Tag | undefined {
  const weak = element.startsWith('W/');
  const opaque = weak ? element.slice(2) : element;
  if (opaque.length < 2 || !opaque.startsWith('"') || !opaque.endsWith('"')) return undefined;
  const octets = Array.from(opaque.slice(1, -1), (character) => character.codePointAt(0) ?? 0);
  return octets.every(isEtagc) ? { weak, opaque } : undefined;
}

/** etagc = %x21 / %x23-7E / obs-text, and obs-text = %x80-FF */
function isEtagc(octet: number): boolean {
  return octet === 0x21 || (octet >= 0x23 && octet <= 0x7e) || (octet >= 0x80 && octet <= 0xff);
}

function parseBigInt(text: string): bigint | undefined {
  try {
    return BigInt(text);
  } catch {
    return undefined;
  }
}

/** The forms of a header with tags; undefined if it is not sent. */
const tagForms = {
  absent: () => undefined,
  any: () => '*',
  current: (etag: string) => etag,
  other: () => '"other"',
  'current, weak': (etag: string) => `W/${etag}`,
  'other, weak': () => 'W/"other"',
  'list with current': (etag: string) => `"a,b",, W/"c" ,${etag}`,
  'list without current': () => '"a,b", W/"c"',
  'empty list': () => ',',
  malformed: () => 'other',
} satisfies Record<string, (etag: string) => string | undefined>;

/** The forms of X-Resource-Version. */
const versionForms = {
  absent: () => undefined,
  current: (version: number) => String(version),
  older: (version: number) => String(version - 1),
  newer: (version: number) => String(version + 1),
  'leading zero': (version: number) => `0${version}`,
  'no integer': () => 'latest',
} satisfies Record<string, (version: number) => string | undefined>;

const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const;

export interface DecisionRow {
  readonly method: (typeof methods)[number];
  readonly ifMatch: keyof typeof tagForms;
  readonly resourceVersion: keyof typeof versionForms;
  readonly ifNoneMatch: keyof typeof tagForms;
}

/** Every combination of a method and the forms of the three headers. */
export function* decisionRows(): Generator<DecisionRow> {
  for (const method of methods) {
    for (const ifMatch of keys(tagForms)) {
      for (const resourceVersion of keys(versionForms)) {
        for (const ifNoneMatch of keys(tagForms)) yield { method, ifMatch, resourceVersion, ifNoneMatch };
      }
    }
  }
}

/**
 * The headers of a row. "Current" is the tag or version of the target, or of the record before its deletion if the target
 * does not exist.
 */
export function headersOf(row: DecisionRow, etag: string, version: number): ReferenceHeaders {
  return Object.fromEntries(
    Object.entries({
      'If-Match': tagForms[row.ifMatch](etag),
      'X-Resource-Version': versionForms[row.resourceVersion](version),
      'If-None-Match': tagForms[row.ifNoneMatch](etag),
    }).filter(([, value]) => value !== undefined),
  );
}

function keys<Key extends string>(table: Readonly<Record<Key, unknown>>): readonly Key[] {
  return Object.keys(table) as Key[];
}
