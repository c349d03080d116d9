import { accept, type Result, refuse } from '../basics/result.ts';
import { excerpt, quote } from '../json/wording.ts';
import { parseTagList, readTag, strongMatch, type TagList, weakMatch } from './entity-tag.ts';

/** One step of the ladder of RFC 9110, 13.2.2, with what was compared. */
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

/** What of a request its preconditions are: its method and its headers. */
export interface ConditionalRequest {
  readonly method: string;
  /** The value of a header, lower-case name. */
  readonly header: (name: string) => string | undefined;
}

/** What a GET would answer with now: a record, or a list, which has a tag and no version. */
export interface Representation {
  /** An entity tag, quotes included. */
  readonly tag: string;
  readonly version?: number;
}

/**
 * Where the ladder ended: 304 for a GET or HEAD whose client has the current representation already, 412 for a condition
 * that does not hold, 400 for one that cannot be read. `header` and `detail` are those of the last step, which decided.
 */
export type PreconditionVerdict =
  | { readonly kind: 'proceed'; readonly steps: readonly Condition[] }
  | {
      readonly kind: 'not-modified' | 'failed' | 'malformed';
      readonly header: Condition['header'];
      readonly detail: string;
      readonly steps: readonly Condition[];
    };

/** The headers in the order in which they count, by their lower-case names. */
const ladder = [
  ['if-match', 'If-Match'],
  ['x-resource-version', 'X-Resource-Version'],
  ['if-none-match', 'If-None-Match'],
] as const;

/** A condition that was compared, or one that could not be, because its header is malformed. */
type Outcome = Result<Condition, Condition>;

/**
 * Climbs the ladder of RFC 9110, section 13.2.2. Between If-Match and If-None-Match stands X-Resource-Version, which is ours:
 * it must hold beside If-Match. Dates are not part of it, because no Last-Modified is ever sent. What would be refused
 * without any condition (404, 405, 415) must have been refused before, and methods that touch no representation have no
 * conditions: section 13.2.1. `current` is undefined when there is nothing.
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
    const outcome =
      header === 'X-Resource-Version' ? checkVersion(sent, current) : checkTags(header, sent, current?.tag);
    const condition = outcome.ok ? outcome.value : outcome.problem;
    steps.push(condition);
    // A step is evaluated when the ones before it held.
    if (condition.holds) continue;
    const { detail } = condition;
    return { kind: outcome.ok ? kindOfFailure(request.method, header) : 'malformed', header, detail, steps };
  }
  return { kind: 'proceed', steps };
}

/**
 * True for the one condition that most writes have: If-Match with the current tag, strong and alone. It is seen to hold
 * without the ladder, which makes sentences.
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

/** RFC 9110, sections 13.1.1 and 13.1.2: If-Match holds when something matches, If-None-Match when nothing does. */
function checkTags(header: 'If-Match' | 'If-None-Match', sent: string, current: string | undefined): Outcome {
  const list = parseTagList(sent);
  const comparison = list.ok && list.value === 'any' ? 'existence' : header === 'If-Match' ? 'strong' : 'weak';
  // Written out: to add members to a spread object costs more than all the rest of this.
  const step = (holds: boolean, detail: string): Condition => {
    return { header, sent, comparison, current: current ?? null, holds, detail };
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
  current: string | undefined,
  comparison: Condition['comparison'],
): { readonly matches: boolean; readonly reason: string } {
  if (current === undefined) return { matches: false, reason: 'Nothing matches, because there is nothing here now.' };
  if (list === 'any') return { matches: true, reason: '"*" matches whatever is here, and something is.' };
  const tag = readTag(current);
  const same = list.filter((one) => weakMatch(one, tag));
  if (same.some((one) => strongMatch(one, tag))) return { matches: true, reason: `${current} is the current tag.` };
  if (same.length === 0) {
    return { matches: false, reason: `${header} has ${excerpt(sent)}; the current tag is ${current}.` };
  }
  return comparison === 'weak'
    ? { matches: true, reason: `${current} is the current tag in a weak comparison, which overlooks W/.` }
    : { matches: false, reason: `${current} is the current tag, but in a strong comparison a weak tag never matches.` };
}

/** Ours: the number that X-Resource-Version had in an answer, written as it was there. */
function checkVersion(sent: string, current: Representation | undefined): Outcome {
  const version = current?.version === undefined ? null : String(current.version);
  const step = { header: 'X-Resource-Version', sent, comparison: 'integer', current: version } as const;
  if (!/^(?:0|-?[1-9]\d*)$/.test(sent)) {
    const detail = `X-Resource-Version is malformed: ${quote(sent)} is not an integer such as 7.`;
    return refuse({ ...step, holds: false, detail });
  }
  const holds = sent === version;
  const lack = current === undefined ? 'There is nothing here now, so no version is right.' : 'A list has no version.';
  const detail = version === null ? lack : `The current version is ${version}${holds ? '' : `, not ${excerpt(sent)}`}.`;
  return accept({ ...step, holds, detail });
}
