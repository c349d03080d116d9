/** Compares the list without parameters: its status, form, size, total, tag and order. */
import { dialects } from '../dialect/dialects.ts';
import { isJsonObject } from '../json/json.ts';
import { count } from '../json/wording.ts';
import { type DialectName, dialectNames } from '../model/settings.ts';
import { orderOf } from '../recording/recorded-order.ts';
import { listForm } from '../recording/recorded-pages.ts';
import { type Compared, sizeParameters } from './compared.ts';
import type { DriftChange, DriftExchange, Script, Side } from './drift.ts';
import { compareForm, compareHeaders, comparePageSize, compareTotal, plainList } from './list-form-checks.ts';
import { compareMembers } from './member-checks.ts';
import { both, isSuccess, listing } from './message.ts';
import { compareTag, typeOf } from './response-checks.ts';

/** Compares the list; true if the service reads the mock's parameters, so that those can be compared. */
export function* compareList(compared: Compared): Script<boolean> {
  const { findings } = compared;
  const first = yield* compared.list({});
  const shown = { exchanges: [first] };
  const statuses = both((side) => first.response[side] ?? null);
  if (statuses.theirs === null) {
    findings.unknown('list-status', 'The service gave no response.', [first]);
    return false;
  }
  const advice = [401, 403].includes(statuses.theirs.status) ? ', which asks for credentials' : '';
  findings.compare(
    'list-status',
    both((side) => `responds with ${statuses[side]?.status ?? 'nothing'}${side === 'theirs' ? advice : ''}`),
    shown,
  );
  if (!isSuccess(statuses.theirs)) return false;
  compared.plain = both((side) => listing(first, side));
  const { ours, theirs } = compared.plain;
  if (!theirs || !ours) {
    findings.compare(
      'list-form',
      both((side) => (compared.plain[side] ? 'sends a list of records' : 'sends none')),
      shown,
    );
    return false;
  }
  compared.records = { ours: ours.records, theirs: theirs.records };
  const foreign = yield* findDialect(compared);
  const change = foreign === undefined ? null : ({ kind: 'settings', settings: { dialect: foreign } } as const);
  findings.compare(
    'list-type',
    both((side) => typeOf(first, side)),
    { ...shown, change },
  );
  compareTag(compared, first, 'list-tag');
  if (foreign === undefined) {
    yield* readAll(compared);
    compareForm(compared, null);
    compareTotal(compared);
    compareHeaders(compared);
    comparePageSize(compared);
  } else compareForm(compared, change);
  compareOrder(compared, [first]);
  compareMembers(compared, [first]);
  return foreign === undefined;
}

/** Finds another dialect whose limit the service honours; undefined if it honours the mock's own, or none. */
function* findDialect(compared: Compared): Script<DialectName | undefined> {
  const { dialect, findings } = compared;
  const own = sizeParameters(dialect, 1);
  if (!own) return undefined;
  const isOne = (exchange: DriftExchange, side: Side) => listing(exchange, side)?.records.length === 1;
  const exchange = yield* compared.list(own);
  const does = both((side) => {
    if ((compared.plain[side]?.records.length ?? 0) < 2) return undefined;
    return compared.does(exchange, side, () => (isOne(exchange, side) ? 'honours it' : undefined));
  });
  if (does.theirs !== undefined && does.theirs !== 'honours it') {
    for (const name of dialectNames) {
      const other = sizeParameters(dialects[name], 1);
      if (name === dialect.name || !other) continue;
      const probe = yield* compared.list(other);
      if (!isOne(probe, 'theirs')) continue;
      const detail = `The mock reads the parameters of ${dialect.title}. The service reads ${Object.keys(other).join(' and ')}, as ${dialects[name].title}.`;
      findings.differ('dialect', detail, {
        exchanges: [exchange, probe],
        change: { kind: 'settings', settings: { dialect: name } },
      });
      return name;
    }
  }
  findings.compare('parameter-limit', does, { exchanges: [exchange] });
  return undefined;
}

/** Reads the largest page of each side, and what follows it. */
function* readAll(compared: Compared): Script<void> {
  const { dialect, settings, findings } = compared;
  const size = sizeParameters(dialect, settings.maxPageSize);
  if (dialect.pages.unpaged === 'all' || !size) {
    compared.isWhole = both((side) => listForm(plainList(compared, side)).settings.pageSize === undefined);
    return;
  }
  const most = yield* compared.list(size);
  if (dialect.pages.unusable === 'refused') yield* compareLargest(compared, most);
  const records = both((side) => listing(most, side)?.records ?? compared.records[side]);
  compared.records = records;
  const { offset, page } = dialect.parameters;
  const isFull = both((side) => records[side].length >= settings.maxPageSize);
  const after = (side: Side) =>
    offset === undefined
      ? { ...size, [page ?? 'page']: 2 }
      : { ...size, [offset]: records[side].length + dialect.pages.firstOffset };
  const rest = yield* compared.list(both(after));
  const more = both((side) => (listing(most, side) ? listing(rest, side)?.records : undefined));
  const repeats = both((side) => more[side] && compared.ids(more[side]) === compared.ids(records[side]));
  compared.isWhole = both((side) => more[side]?.length === 0 && !isFull[side]);
  /** The most records of a side, null without a limit; undefined if its data do not show it. */
  const limits = both((side) => {
    if (isFull[side] || more[side]?.length === 0) return null;
    return more[side] && !repeats[side] ? records[side].length : undefined;
  });
  const does = both((side) => {
    const limit = limits[side];
    if (limit === undefined) return undefined;
    return limit === null ? 'returns as many records as requested' : `returns at most ${count(limit, 'record')}`;
  });
  const limit = limits.theirs ?? null;
  const change: DriftChange = { kind: 'quirk', quirk: 'page-size-capped', size: limit, isOn: limit !== null };
  findings.compare('page-cap', does, { exchanges: [most, rest], change });
}

/** Compares the largest limit, which a service that refuses larger ones shows. */
function* compareLargest(compared: Compared, most: DriftExchange): Script<void> {
  const { dialect, settings, findings } = compared;
  const { maxPageSize } = settings;
  const accepts = function* (size: number): Script<readonly [boolean, DriftExchange]> {
    const exchange = yield* compared.list(sizeParameters(dialect, size) ?? {});
    return [isSuccess(exchange.response.theirs), exchange];
  };
  const exchanges = [most];
  let [low, high] = [0, maxPageSize];
  if (isSuccess(most.response.theirs)) {
    const [isLarger, exchange] = yield* accepts(maxPageSize + 1);
    exchanges.push(exchange);
    if (!isLarger) {
      findings.compare(
        'page-limit',
        both(() => `accepts at most ${maxPageSize}`),
        { exchanges },
      );
      return;
    }
    [low, high] = [maxPageSize + 1, maxPageSize * 2];
    // Lists stay as small as they are while a larger limit shows no further record.
    const isSmall = (listing(most, 'theirs')?.records.length ?? 0) < maxPageSize;
    while (isSmall && high <= mostLimit && (yield* accepts(high))[0]) [low, high] = [high, high * 2];
    if (!isSmall || high > mostLimit) {
      findings.compare(
        'page-limit',
        { ours: `accepts at most ${maxPageSize}`, theirs: `accepts ${low}` },
        { exchanges },
      );
      return;
    }
  }
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    const [isAccepted, exchange] = yield* accepts(middle);
    exchanges.push(exchange);
    if (isAccepted) low = middle;
    else high = middle;
  }
  // The check of the limit shows that none is accepted.
  if (low === 0) return;
  findings.compare(
    'page-limit',
    { ours: `accepts at most ${maxPageSize}`, theirs: `accepts at most ${low}` },
    {
      exchanges: [most, ...exchanges.slice(-2)],
      change: { kind: 'settings', settings: { maxPageSize: low, ...(settings.pageSize > low && { pageSize: low }) } },
    },
  );
}

/** Limits that are tried. */
const mostLimit = 20_000;

function compareOrder(compared: Compared, exchanges: readonly DriftExchange[]): void {
  const { findings, plain, target, key } = compared;
  const { time, name } = target.definition;
  const order = both((side) => orderOf([plain[side]?.records ?? []], key, time));
  const records = plain.theirs?.records ?? [];
  if (records.length < 3 || records.some((record) => isJsonObject(record.attributes ?? null))) {
    findings.unknown('order', 'The records of the service do not show it.', exchanges);
    return;
  }
  const say = (sort: string | null | undefined) => (sort === undefined ? undefined : `orders by ${sort ?? key}`);
  const does = both((side) => say(order[side]));
  // Few records may be in several orders at once.
  const isAlso = order.ours !== undefined && order.ours !== null && follows(records, order.ours);
  if (isAlso) {
    findings.compare(
      'order',
      both(() => does.ours),
      { exchanges },
    );
    return;
  }
  const sort = order.theirs ?? null;
  findings.compare('order', does, { exchanges, change: { kind: 'order', collection: name, sort } });
}

/** True if records are in the order of one member. */
function follows(records: readonly { readonly [name: string]: unknown }[], sort: string): boolean {
  const name = sort.replace(/^-/, '');
  const values = records.map((record) => record[name]);
  const sign = sort.startsWith('-') ? -1 : 1;
  return values.every((value, index) => {
    const before = index === 0 ? value : values[index - 1];
    if (typeof value === 'number' && typeof before === 'number') return sign * (value - before) >= 0;
    return typeof value === 'string' && typeof before === 'string' && (value === before || sign > 0 === before < value);
  });
}
