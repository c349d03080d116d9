import { accept, type Result, refuse } from '../basics/result.ts';
import { excerpt, quote } from '../json/wording.ts';
import {
  type EntityTag,
  parseTagList,
  readTag,
  strongMatch,
  type TagList,
  versionIn,
  weakMatch,
} from './entity-tag.ts';

/** One evaluated step of RFC 9110, section 13.2.2, with the values that were compared. */
export interface Condition {
  readonly header: 'If-Match' | 'X-Resource-Version' | 'If-None-Match';
  /** The header's value as it was sent. */
  readonly sent: string;
  readonly comparison: 'strong' | 'weak' | 'integer' | 'existence';
  /** The tag or version of the record now; null when there is no record. */
  readonly current: string | null;
  readonly holds: boolean;
  /** A sentence for the tester. */
  readonly detail: string;
}

/** The parts of a request that preconditions depend on. */
export interface ConditionalRequest {
  readonly method: string;
  /** Returns the value of a header; the name is lower case. */
  readonly header: (name: string) => string | undefined;
}

/** The current representation of the target: a record, or a list, which has a tag and no version. */
export interface Representation {
  /** An entity tag, quotes included. */
  readonly tag: string;
  readonly version?: number;
}

/**
 * The outcome of all preconditions: `not-modified` (304) for a GET or HEAD whose client has the current representation,
 * `failed` (412) for a condition that does not hold, `malformed` (400). `header` and `detail` belong to the last step, which
 * decided.
 */
export type PreconditionVerdict =
  | { readonly kind: 'proceed'; readonly steps: readonly Condition[] }
  | {
      readonly kind: 'not-modified' | 'failed' | 'malformed';
      readonly header: Condition['header'];
      readonly detail: string;
      readonly steps: readonly Condition[];
    };

/** The headers in the order of evaluation. */
const ladder = [
  ['if-match', 'If-Match'],
  ['x-resource-version', 'X-Resource-Version'],
  ['if-none-match', 'If-None-Match'],
] as const;

/** An evaluated condition; the problem is a condition whose header is malformed. */
type Outcome = Result<Condition, Condition>;

/**
 * Evaluates the preconditions of RFC 9110, section 13.2.2. X-Resource-Version, our own header, comes between If-Match and
 * If-None-Match and must hold beside If-Match. There are no date conditions, because no response has Last-Modified. The
 * caller must first refuse everything that fails without conditions (404, 405, 415), and methods that select no
 * representation have no conditions (section 13.2.1). `current` is undefined when the target does not exist.
 */
export function evaluatePreconditions(
  request: ConditionalRequest,
  current: Representation | undefined,
): PreconditionVerdict {
  const steps: Condition[] = [];
  if (['CONNECT', 'OPTIONS', 'TRACE'].includes(request.method)) return { kind: 'proceed', steps };
  for (const [name, header] of ladder) {
    const sent = request.header(name);
    if (sent === undefined) continue;
    const outcome = header === 'X-Resource-Version' ? checkVersion(sent, current) : checkTags(header, sent, current);
    const condition = outcome.ok ? outcome.value : outcome.problem;
    steps.push(condition);
    if (condition.holds) continue;
    const { detail } = condition;
    return { kind: outcome.ok ? kindOfFailure(request.method, header) : 'malformed', header, detail, steps };
  }
  return { kind: 'proceed', steps };
}

/**
 * True for the most common condition: If-Match alone, with the current strong tag. A fast path past the full evaluation,
 * which builds sentences.
 */
export function holdsAtOnce(request: ConditionalRequest, current: Representation | undefined): boolean {
  return (
    current !== undefined &&
    request.header('if-match') === current.tag &&
    current.tag.startsWith('"') &&
    request.header('x-resource-version') === undefined &&
    request.header('if-none-match') === undefined
  );
}

function kindOfFailure(method: string, header: Condition['header']): 'not-modified' | 'failed' {
  return header === 'If-None-Match' && (method === 'GET' || method === 'HEAD') ? 'not-modified' : 'failed';
}

/** If-Match holds when a tag matches, If-None-Match when none does: RFC 9110, sections 13.1.1 and 13.1.2. */
function checkTags(header: 'If-Match' | 'If-None-Match', sent: string, current: Representation | undefined): Outcome {
  const list = parseTagList(sent);
  const comparison = list.ok && list.value === 'any' ? 'existence' : header === 'If-Match' ? 'strong' : 'weak';
  // No spread here: it would cost more than the rest of the function.
  const step = (holds: boolean, detail: string): Condition => {
    return { header, sent, comparison, current: current?.tag ?? null, holds, detail };
  };
  if (!list.ok) return refuse(step(false, `${header} is malformed: ${list.problem}`));
  const { matches, reason } = findMatch(header, sent, list.value, current, comparison);
  const holds = matches === (header === 'If-Match');
  const detail = header === 'If-Match' ? reason : `${reason} If-None-Match holds when nothing matches.`;
  return accept(step(holds, detail));
}

function findMatch(
  header: string,
  sent: string,
  list: TagList,
  current: Representation | undefined,
  comparison: Condition['comparison'],
): { readonly matches: boolean; readonly reason: string } {
  if (current === undefined) return { matches: false, reason: 'Nothing matches, because there is nothing here now.' };
  if (list === 'any') return { matches: true, reason: '"*" matches any record, and there is one.' };
  const tag = readTag(current.tag);
  const same = list.filter((one) => weakMatch(one, tag));
  if (same.some((one) => strongMatch(one, tag))) return { matches: true, reason: `${current.tag} is the current tag.` };
  if (same.length === 0) {
    const reason = `${header} has ${excerpt(sent)}; the current tag is ${current.tag}.`;
    const versions = header === 'If-Match' ? describeVersions(list, current) : '';
    return { matches: false, reason: `${versions}${reason}` };
  }
  return comparison === 'weak'
    ? { matches: true, reason: `${current.tag} is the current tag in a weak comparison, which overlooks W/.` }
    : {
        matches: false,
        reason: `${current.tag} is the current tag, but in a strong comparison a weak tag never matches.`,
      };
}

/** Says in plain words which version the only tag of a list belongs to; empty if the tag does not say. */
function describeVersions(tags: readonly EntityTag[], current: Representation): string {
  const [only, ...others] = tags;
  const version = only && others.length === 0 ? versionIn(only) : null;
  if (version === null || current.version === undefined || version === current.version) return '';
  return `${outdated(String(version), String(current.version))} `;
}

function outdated(sent: string, current: string): string {
  return `The client sent version ${sent} of the record; the current one is ${current}.`;
}

/** Compares X-Resource-Version with the current version, both as text. */
function checkVersion(sent: string, current: Representation | undefined): Outcome {
  const version = current?.version === undefined ? null : String(current.version);
  const step = { header: 'X-Resource-Version', sent, comparison: 'integer', current: version } as const;
  if (!/^(?:0|-?[1-9]\d*)$/.test(sent)) {
    const detail = `X-Resource-Version is malformed: ${quote(sent)} is not an integer such as 7.`;
    return refuse({ ...step, holds: false, detail });
  }
  const holds = sent === version;
  const lack = current === undefined ? 'There is nothing here now, so no version is right.' : 'A list has no version.';
  if (version === null) return accept({ ...step, holds, detail: lack });
  const detail = holds ? `The current version is ${version}.` : outdated(excerpt(sent), version);
  return accept({ ...step, holds, detail });
}
