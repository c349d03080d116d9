/** Compares writes, on records that are made for it and deleted afterwards. */
import { isJsonObject, type Json, member } from '../json/json.ts';
import { idOf } from '../records/key-index.ts';
import { decodeSegment, isPathName } from '../request/path-segment.ts';
import type { Compared } from './compared.ts';
import {
  type Both,
  type DriftExchange,
  type HeaderPairs,
  type Script,
  type Side,
  type SideRequest,
  type SideResponse,
  sides,
} from './drift.ts';
import { both, get, header, isSuccess, jsonOf, refusalOf } from './message.ts';
import { scalarMembers } from './page-checks.ts';

const json: HeaderPairs = [['Content-Type', 'application/json']];
const staleTag = '"drift-has-never-been-a-tag"';

/** The records that the comparison has made and not deleted yet, by the paths at each side. */
type Made = Both<Set<string>>;

export function* compareWrites(compared: Compared): Script<void> {
  const { dialect, findings, target } = compared;
  if (!target.record) {
    findings.unknown('create', 'The collection has no path for it.');
    return;
  }
  if (dialect.records === 'resource') {
    findings.unknown('create', 'Writes of JSON:API are not compared.');
    return;
  }
  const made: Made = { ours: new Set(), theirs: new Set() };
  try {
    const created = yield* create(compared, made);
    if (created) yield* change(compared, created);
    if (created) yield* remove(compared, created, made);
  } finally {
    // Also runs when the comparison is cancelled: what it has made is deleted.
    yield* removeAll(compared, made);
  }
}

function* create(compared: Compared, made: Made): Script<Both<string> | undefined> {
  const { findings, target, word, key, settings } = compared;
  const keyed: HeaderPairs = [...json, ['Idempotency-Key', `${word}-${target.definition.name}`]];
  const samples = both((side) => compared.records[side].at(-1) ?? compared.records.theirs.at(-1) ?? {});
  const post = (side: Side, id: Json | null, headers: HeaderPairs): SideRequest => {
    const { [key]: own, ...rest } = samples[side];
    const body = JSON.stringify(
      id === null ? rest : { [key]: typeof own === 'number' ? 900_000_000 + word.length : id, ...rest },
    );
    return { method: 'POST', target: target.list ?? '', headers, body };
  };
  let exchange = yield both((side) => post(side, null, keyed));
  let isKeyless = true;
  note(compared, made, exchange);
  if (!isSuccess(exchange.response.theirs) && [400, 409, 422].includes(exchange.response.theirs?.status ?? 0)) {
    yield* removeAll(compared, made);
    isKeyless = false;
    exchange = yield both((side) => post(side, word, json));
    note(compared, made, exchange);
  }
  const { ours, theirs } = exchange.response;
  if (theirs === null) {
    findings.unknown('create', 'The service gave no response to POST. It may have made a record.', [exchange]);
    return undefined;
  }
  if (!isSuccess(theirs) && [400, 409, 422].includes(theirs.status)) {
    findings.unknown('create', `The service refuses the copy of a record with ${theirs.status}.`, [exchange]);
    return undefined;
  }
  findings.compare(
    'create',
    both((side) => refusalOf(exchange.response[side])),
    { exchanges: [exchange] },
  );
  if (!isSuccess(ours) || !isSuccess(theirs)) return undefined;
  const hasLocation = (side: Side) =>
    header(exchange.response[side], 'location') === undefined ? 'sends none' : 'sends it';
  findings.compare('location', both(hasLocation), { exchanges: [exchange] });
  const ids = both((side) => createdId(compared, exchange.response[side]));
  if (made.ours.size === 0 || made.theirs.size === 0) {
    const detail = 'The response is no 201 with the id of a new record, so nothing was changed or deleted.';
    findings.unknown('merge-patch', detail, [exchange]);
    return undefined;
  }
  if (isKeyless) {
    const again = yield both((side) => post(side, null, keyed));
    note(compared, made, again);
    const does = both((side) => {
      const response = again.response[side];
      if (!isSuccess(response)) return refusalOf(response);
      return createdId(compared, response) === ids[side] ? 'gives the first response again' : 'creates a second record';
    });
    const isHonoured = does.theirs === 'gives the first response again';
    const isSetting = isHonoured !== settings.idempotencyKeys;
    findings.compare('idempotency-key', does, {
      exchanges: [exchange, again],
      change: isSetting ? { kind: 'settings', settings: { idempotencyKeys: isHonoured } } : null,
    });
  }
  return both((side) => target.record?.(ids[side] ?? '') ?? '');
}

/** Notes the records that a POST has made, without those that were there before. */
function note(compared: Compared, made: Made, { response }: DriftExchange): void {
  for (const side of sides) {
    const id = createdId(compared, response[side]);
    const isKnown = compared.records[side].some((record) => compared.idOf(record) === id);
    if (id !== undefined && !isKnown && response[side]?.status === 201 && compared.target.record)
      made[side].add(compared.target.record(id));
  }
}

/** The id of a new record, by its body or by Location. */
function createdId(compared: Compared, response: SideResponse | null): string | undefined {
  const body = jsonOf(response);
  const own = isJsonObject(body) ? idOf(member(body, compared.key)) : undefined;
  const last = decodeSegment(header(response, 'location')?.split(/[?#]/)[0]?.split('/').at(-1) ?? '');
  const id = own ?? (last.ok ? last.value : undefined);
  return id !== undefined && isPathName(id) ? id : undefined;
}

/** Sends a PATCH to both sides, with the present tags if `tagged`. */
function* patch(at: Both<string>, body: Both<Json>, headers: Both<HeaderPairs>): Script<DriftExchange> {
  return yield both((side) => ({
    method: 'PATCH',
    target: at[side],
    headers: headers[side],
    body: JSON.stringify(body[side]),
  }));
}

/** Compares the ways to change a record. */
function* change(compared: Compared, at: Both<string>): Script<void> {
  const { findings, settings } = compared;
  const field = scalarMembers(compared).find((name) => name !== compared.key && choices(compared, name) !== undefined);
  const values = field === undefined ? undefined : choices(compared, field);
  if (field === undefined || !values) {
    findings.unknown('merge-patch', 'No member has several values on both sides.');
    return;
  }
  const merge: HeaderPairs = [['Content-Type', 'application/merge-patch+json']];
  const bare = yield* patch(
    at,
    both((side) => ({ [field]: values[side][0] })),
    both(() => merge),
  );
  const isRequired = both((side) => bare.response[side]?.status === 428);
  const isRequiredNow = isRequired.theirs !== settings.requirePrecondition;
  findings.compare(
    'unconditional-write',
    both((side) => (isSuccess(bare.response[side]) ? 'is written' : refusalOf(bare.response[side]))),
    {
      exchanges: [bare],
      change: isRequiredNow ? { kind: 'settings', settings: { requirePrecondition: isRequired.theirs } } : null,
    },
  );
  const before = yield both((side) => get(at[side]));
  const conditions = (exchange: DriftExchange) =>
    both((side): HeaderPairs => {
      return isRequired[side] ? [['If-Match', strongTag(exchange.response[side])]] : [];
    });
  const withType = (type: HeaderPairs, exchange: DriftExchange) => {
    const found = conditions(exchange);
    return both((side) => [...type, ...found[side]]);
  };
  const merged = yield* patch(
    at,
    both((side) => ({ [field]: values[side][1] })),
    withType(merge, before),
  );
  const after = yield both((side) => get(at[side]));
  const wrote = (exchange: DriftExchange, read: DriftExchange, index: 0 | 1) =>
    both((side) => {
      if (!isSuccess(exchange.response[side])) return refusalOf(exchange.response[side]);
      const record = jsonOf(read.response[side]);
      if (!isJsonObject(record)) return undefined;
      if (member(record, field) !== values[side][index]) return 'responds with success and changes nothing';
      const earlier = jsonOf(before.response[side]);
      const names = isJsonObject(earlier) ? Object.keys(earlier) : [];
      const lost = names.filter((name) => member(record, name) === undefined);
      return lost.length === 0 ? 'applies it' : 'drops the other members';
    });
  findings.compare('merge-patch', wrote(merged, after, 1), { exchanges: [merged, after] });
  const steps: HeaderPairs = [['Content-Type', 'application/json-patch+json']];
  const replace = both((side) => [{ op: 'replace', path: `/${field}`, value: values[side][0] }]);
  const stepped = yield* patch(at, replace, withType(steps, after));
  const end = yield both((side) => get(at[side]));
  findings.compare('json-patch', wrote(stepped, end, 0), { exchanges: [stepped, end] });
  yield* compareIfMatch(
    compared,
    at,
    both((side) => ({ [field]: values[side][1] })),
    end,
  );
}

function* compareIfMatch(compared: Compared, at: Both<string>, body: Both<Json>, latest: DriftExchange): Script<void> {
  const type: HeaderPairs = [['Content-Type', 'application/merge-patch+json']];
  const tags = both((side) => header(latest.response[side], 'etag'));
  const stale = yield* patch(
    at,
    body,
    both(() => [...type, ['If-Match', staleTag]]),
  );
  const fresh = yield both((side) => get(at[side]));
  const current = both((side) => header(fresh.response[side], 'etag') ?? '*');
  const good = yield* patch(
    at,
    body,
    both((side) => [...type, ['If-Match', current[side]]]),
  );
  const does = both((side) => {
    const [first, second] = [stale.response[side], good.response[side]];
    if (!first || !second) return undefined;
    const isIgnored = isSuccess(first) && isSuccess(second);
    if (isIgnored) return 'ignores a stale tag';
    const refused = `responds with ${first.status} to a stale tag`;
    return tags[side] === undefined ? refused : `${refused} and with ${second.status} to the current one`;
  });
  const isWeak = tags.theirs?.startsWith('W/') ?? false;
  compared.findings.compare('if-match', does, {
    exchanges: [stale, good],
    change:
      isWeak === (tags.ours?.startsWith('W/') ?? false)
        ? null
        : { kind: 'quirk', quirk: 'weak-tags', size: null, isOn: isWeak },
  });
}

/** Two values of a member for each side, so that a change can be seen. */
function choices({ records }: Compared, name: string): Both<readonly [Json, Json]> | undefined {
  const of = (side: Side) => [...new Set(records[side].map((record) => member(record, name)))];
  const [ours, theirs] = [of('ours'), of('theirs')];
  const [a, b] = ours;
  const [c, d] = theirs;
  if (a === undefined || b === undefined || c === undefined || d === undefined) return undefined;
  return { ours: [a, b], theirs: [c, d] };
}

/** The tag for If-Match, which never matches a weak one (RFC 9110, 13.1.1). */
function strongTag(response: SideResponse | null): string {
  const tag = header(response, 'etag');
  return tag === undefined || tag.startsWith('W/') ? '*' : tag;
}

/** Compares the deletion of the record. */
function* remove(compared: Compared, at: Both<string>, made: Made): Script<void> {
  const latest = yield both((side) => get(at[side]));
  const deletion = (side: Side): SideRequest => {
    const condition = ['If-Match', strongTag(latest.response[side])] as const;
    return { method: 'DELETE', target: at[side], headers: [condition], body: null };
  };
  const exchange = yield both(deletion);
  const reread = yield both((side) => get(at[side]));
  const does = both((side) => {
    const response = exchange.response[side];
    if (response === null || !isSuccess(response)) return refusalOf(response);
    const after = reread.response[side];
    if (after === null) return undefined;
    if (after.status < 400) return 'leaves the record';
    made[side].delete(at[side]);
    return `responds with ${response.status}, and the record then with ${after.status}`;
  });
  compared.findings.compare('delete', does, { exchanges: [exchange, reread] });
}

/** Deletes the records that are left, with the condition that a side requires. */
function* removeAll({ findings }: Compared, made: Made): Script<void> {
  for (const side of sides) {
    for (const target of made[side]) {
      let isGone = false;
      for (const headers of deletionHeaders) {
        if (isGone) break;
        const request = { method: 'DELETE', target, headers, body: null };
        const exchange = yield { ours: null, theirs: null, [side]: request };
        const { status } = exchange.response[side] ?? { status: 0 };
        isGone = (status >= 200 && status < 300) || status === 404 || status === 410;
      }
      const detail = 'Made for the comparison, and could not be deleted.';
      if (!isGone && side === 'theirs') findings.unknown('delete', detail, [], target);
    }
    made[side].clear();
  }
}

const deletionHeaders: readonly HeaderPairs[] = [[], [['If-Match', '*']]];
