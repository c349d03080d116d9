/** Compares how parameters choose a page and an order. */
import { instantOf } from '../basics/instant.ts';
import { isJsonObject, type JsonObject, member } from '../json/json.ts';
import { compareKeys, keyRank } from '../sort/key-order.ts';
import { type Compared, sizeParameters, type Unjudged } from './compared.ts';
import type { Both, DriftChange, DriftExchange, Script, Side } from './drift.ts';
import { both, jsonOf, linkTo, listing, valueIn } from './message.ts';

export function* comparePages(compared: Compared): Script<void> {
  yield* compareOffset(compared);
  yield* comparePageNumbers(compared);
  yield* compareCursor(compared);
  yield* compareSince(compared);
  yield* compareTime(compared);
  yield* compareSort(compared);
  yield* compareTies(compared);
}

/** The change that turns a quirk on or off; null unless one of the sides does what the quirk does. */
function quirkIf<Doing extends string>(
  quirk: Exclude<Extract<DriftChange, { kind: 'quirk' }>['quirk'], 'page-size-capped'>,
  doing: NoInfer<Doing>,
  does: Both<Doing | undefined>,
): DriftChange | null {
  if (does.ours !== doing && does.theirs !== doing) return null;
  return { kind: 'quirk', quirk, size: null, isOn: does.theirs === doing };
}

/**
 * What both sides do with pages of two records: `judge` gets the ids of the page, and those of two records from an index on.
 * Undefined for a side with fewer than three records.
 */
function pagesOfTwo<Judged extends string>(
  compared: Compared,
  exchange: DriftExchange,
  judge: (page: string, from: (index: number) => string, side: Side) => Judged | undefined,
): Both<Judged | Unjudged | undefined> {
  return both((side) => {
    const all = compared.records[side];
    const from = (index: number) => compared.ids(all.slice(index, index + 2));
    if (all.length < 3) return undefined;
    return compared.does(exchange, side, (found) => judge(compared.ids(found), from, side));
  });
}

function* compareOffset(compared: Compared): Script<void> {
  const { dialect, findings } = compared;
  const { offset } = dialect.parameters;
  const size = sizeParameters(dialect, 2);
  if (offset === undefined || !size) return;
  const exchange = yield* compared.list({ ...size, [offset]: 1 + dialect.pages.firstOffset });
  const does = pagesOfTwo(compared, exchange, (page, from) => {
    if (page === from(1)) return 'skips as many records';
    return page === from(0) ? 'ignores it' : undefined;
  });
  findings.compare('parameter-offset', does, { exchanges: [exchange] });
}

function* comparePageNumbers(compared: Compared): Script<void> {
  const { dialect, findings } = compared;
  const { page, per_page: perPage } = dialect.parameters;
  if (page === undefined || perPage === undefined) return;
  const exchange = yield* compared.list({ [page]: 1, [perPage]: 2 });
  const next = yield* compared.list({ [page]: 2, [perPage]: 2 });
  const does = pagesOfTwo(compared, exchange, (page, from, side) => {
    if (page === from(2)) return 'numbers pages from 0';
    if (page !== from(0)) return undefined;
    const second = compared.ids(listing(next, side)?.records ?? []);
    if (second === from(2)) return 'numbers pages from 1';
    return second === page ? 'ignores the number' : undefined;
  });
  const change = quirkIf('pages-from-zero', 'numbers pages from 0', does);
  findings.compare('parameter-page', does, { exchanges: [exchange, next], change });
}

function* compareCursor(compared: Compared): Script<void> {
  const { dialect, findings } = compared;
  const { cursor } = dialect.parameters;
  const size = sizeParameters(dialect, 2);
  if (cursor === undefined || !size) return;
  const begun = yield* compared.list({ ...size, [cursor]: '' });
  const cursors = both((side) => nextCursor(begun, side, cursor));
  const went = yield* compared.list(both((side) => ({ ...size, [cursor]: cursors[side] ?? '' })));
  const does = both((side) => {
    const all = compared.records[side];
    if (all.length < 3) return undefined;
    const isRefused = !listing(begun, side);
    if (isRefused) return compared.does(begun, side, () => undefined);
    if (cursors[side] === undefined) return 'gives no cursor';
    return compared.does(went, side, (found) =>
      compared.ids(found) === compared.ids(all.slice(2, 4)) ? 'continues after it' : undefined,
    );
  });
  const change = quirkIf('cursor-expired', 'responds with 410', does);
  findings.compare('parameter-cursor', does, { exchanges: [begun, went], change });
}

/** The cursor of the next page: a member of the list, or a parameter of the link. */
function nextCursor(exchange: DriftExchange, side: Side, parameter: string): string | undefined {
  const members = listing(exchange, side)?.envelope?.members;
  const given = members?.get('next_cursor')?.value;
  if (typeof given === 'string') return given;
  const body = jsonOf(exchange.response[side]);
  const links = isJsonObject(body) ? member(body, 'links') : undefined;
  const inBody = isJsonObject(links) ? member(links, 'next') : members?.get('next')?.value;
  const link = linkTo(exchange.response[side], 'next') ?? inBody;
  const query = typeof link === 'string' ? (link.split('?')[1] ?? '') : '';
  for (const part of query.split('&')) {
    const [name = '', value = ''] = part.split('=');
    if (decoded(name) === parameter && value !== '') return decoded(value);
  }
  return undefined;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function* compareSince(compared: Compared): Script<void> {
  const { dialect, findings, isWhole, key } = compared;
  const { since_id: since } = dialect.parameters;
  const size = sizeParameters(dialect, 2);
  if (since === undefined || !size) return;
  const sorted = both((side) =>
    compared.records[side].toSorted((a, b) =>
      compareKeys(keyRank(compared.idOf(a) ?? ''), keyRank(compared.idOf(b) ?? '')),
    ),
  );
  const ids = both((side) => compared.idOf(sorted[side][0] ?? {}) ?? '0');
  const exchange = yield* compared.list(both((side) => ({ ...size, [since]: ids[side] })));
  const does = both((side) => {
    const all = sorted[side];
    if (all.length < 4 || !isWhole[side] || all.some((record) => member(record, key) === undefined)) return undefined;
    return compared.does(exchange, side, (found) => {
      const given = compared.ids(found);
      if (given === compared.ids(all.slice(1, 3))) return 'returns the records right after it';
      if (given === compared.ids(all.slice(-2).toReversed())) return 'returns the newest records';
      return given === compared.ids((compared.plain[side]?.records ?? []).slice(0, 2)) ? 'ignores it' : undefined;
    });
  });
  const change = quirkIf('since-id-newest-first', 'returns the newest records', does);
  findings.compare('parameter-since', does, { exchanges: [exchange], change });
}

function* compareTime(compared: Compared): Script<void> {
  const { dialect, findings, target } = compared;
  const { start_time: start, end_time: end } = dialect.parameters;
  const { time } = target.definition;
  if (start === undefined || end === undefined || time === null) return;
  const instants = both((side) => {
    const found = compared.records[side].map((record) => instantOf(valueIn(record, time)));
    const known = found.flatMap((one) => one ?? []).toSorted((a, b) => a - b);
    return known.length === found.length ? known : [];
  });
  const windows = both((side) => ({
    [start]: new Date(instants[side][0] ?? 0).toISOString(),
    [end]: new Date(instants[side].at(-1) ?? 0).toISOString(),
  }));
  const exchange = yield* compared.list(windows);
  const does = both((side) => {
    const [from, to] = [instants[side][0] ?? 0, instants[side].at(-1) ?? 0];
    if (from === to) return undefined;
    return compared.does(exchange, side, (found) => {
      const isInside = (record: JsonObject) => {
        const instant = instantOf(valueIn(record, time)) ?? to;
        return instant >= from && instant < to;
      };
      return found.length > 0 && found.every(isInside) ? 'returns the records in the window' : undefined;
    });
  });
  findings.compare('parameter-time', does, { exchanges: [exchange] });
}

type Scalar = string | number;

/** The members with a text or a number in every record of both sides; keys come last. */
export function scalarMembers(compared: Compared, type?: 'string' | 'number'): readonly string[] {
  const { records, key } = compared;
  const all = [...records.ours, ...records.theirs];
  const names = Object.keys(records.theirs[0] ?? {}).filter((name) => /^[A-Za-z]\w*$/.test(name));
  const isUsable = (name: string) => {
    const types = new Set(all.map((record) => typeof member(record, name)));
    const [only = ''] = types;
    return types.size === 1 && (type === undefined ? only === 'string' || only === 'number' : only === type);
  };
  return names.filter(isUsable).toSorted((a, b) => Number(a === key) - Number(b === key));
}

function values(records: readonly JsonObject[], name: string): readonly Scalar[] {
  return records.map((record) => member(record, name) as Scalar);
}

function sortParameters(
  { dialect }: Compared,
  field: string,
  isDescending: boolean,
): Record<string, string> | undefined {
  const { sort, order } = dialect.parameters;
  if (sort === undefined) return undefined;
  if (dialect.sort.direction !== 'order') return { [sort]: `${isDescending ? '-' : ''}${field}` };
  const [ascending, descending] = dialect.sort.words;
  return { [sort]: field, [order ?? 'order']: isDescending ? descending : ascending };
}

function* compareSort(compared: Compared): Script<void> {
  const { findings, records } = compared;
  const isTelling = (name: string) =>
    [records.ours, records.theirs].every((all) => new Set(values(all, name)).size > 1);
  const field = scalarMembers(compared).find(isTelling);
  const [up, down] =
    field === undefined ? [] : [sortParameters(compared, field, false), sortParameters(compared, field, true)];
  if (field === undefined || !up || !down) {
    if (compared.dialect.parameters.sort !== undefined)
      findings.unknown('parameter-sort', 'No member has several values on both sides.');
    return;
  }
  const rising = yield* compared.list(up);
  const falling = yield* compared.list(down);
  const does = both((side) => {
    const risen = listing(rising, side)?.records;
    return compared.does(falling, side, (found) => {
      const isSorted = risen && isInOrder(values(risen, field)) && isInOrder(values(found, field).toReversed());
      return isSorted ? 'sorts' : undefined;
    });
  });
  findings.compare('parameter-sort', does, { exchanges: [rising, falling] });
}

/** True for ascending values; texts by code point, or without regard to case. */
function isInOrder(all: readonly Scalar[]): boolean {
  const ascends = (change: (value: Scalar) => Scalar) =>
    all.every((value, index) => index === 0 || change(all[index - 1] ?? value) <= change(value));
  return ascends((value) => value) || ascends((value) => (typeof value === 'string' ? value.toLowerCase() : value));
}

function* compareTies(compared: Compared): Script<void> {
  const { findings, records } = compared;
  const hasTies = (name: string) =>
    [records.ours, records.theirs].every((all) => new Set(values(all, name)).size < all.length);
  const field = scalarMembers(compared).find(hasTies);
  const parameters = field === undefined ? undefined : sortParameters(compared, field, false);
  if (!parameters) return;
  const exchanges: DriftExchange[] = [];
  for (let time = 0; time < 3; time += 1) exchanges.push(yield* compared.list(parameters));
  const does = both((side) => {
    const seen = exchanges.map((one) => listing(one, side));
    if (seen.includes(undefined)) return undefined;
    const orders = new Set(seen.map((one) => compared.ids(one?.records ?? [])));
    return orders.size === 1 ? 'keeps the order of equal values' : 'changes the order of equal values between requests';
  });
  const change = quirkIf('no-tie-break', 'changes the order of equal values between requests', does);
  findings.compare('tie-break', does, { exchanges, change });
}
