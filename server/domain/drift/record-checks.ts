/** Compares single records: their status, tags and versions, and what a record that is not there gives. */
import { isJsonObject, member } from '../json/json.ts';
import { fillPath, paths } from '../request/paths.ts';
import type { Compared } from './compared.ts';
import type { DriftChange, DriftExchange, HeaderPairs, Script, SideRequest } from './drift.ts';
import { both, get, header, isSuccess, jsonOf, refusalOf } from './message.ts';
import { compareErrors, compareTag, typeOf } from './response-checks.ts';

export function* compareRecord(compared: Compared): Script<void> {
  const { findings, target, records, word } = compared;
  const { record: path } = target;
  if (!path) return;
  const known = both((side) => records[side].flatMap((one) => compared.idOf(one) ?? []));
  const common = known.theirs.find((id) => known.ours.includes(id));
  const ids = both((side) => common ?? known[side][0]);
  const { ours, theirs } = ids;
  if (ours === undefined || theirs === undefined) findings.unknown('record-status', 'A side has no record with a key.');
  else yield* compareKnown(compared, { ours: get(path(ours)), theirs: get(path(theirs)) });
  const isNumeric = known.theirs.every((id) => /^\d+$/.test(id));
  const missing = yield both(() => get(path(isNumeric ? missingNumber : word)));
  findings.compare(
    'missing',
    both((side) => refusalOf(missing.response[side])),
    { exchanges: [missing] },
  );
  compareErrors(compared, missing);
}

/** A key that no record has. */
const missingNumber = '987654321';

function* compareKnown(
  compared: Compared,
  request: { readonly ours: SideRequest; readonly theirs: SideRequest },
): Script<void> {
  const { findings } = compared;
  const exchange = yield request;
  findings.compare(
    'record-status',
    both((side) => refusalOf(exchange.response[side])),
    { exchanges: [exchange] },
  );
  if (!isSuccess(exchange.response.theirs) || !isSuccess(exchange.response.ours)) return;
  findings.compare(
    'record-type',
    both((side) => typeOf(exchange, side)),
    { exchanges: [exchange] },
  );
  compareTag(compared, exchange, 'record-tag');
  compareVersion(compared, exchange);
  const tags = both((side) => header(exchange.response[side], 'etag'));
  const headers = (side: 'ours' | 'theirs'): HeaderPairs =>
    tags[side] === undefined ? [] : [['If-None-Match', tags[side]]];
  const again = yield both((side) => ({ ...request[side], headers: headers(side) }));
  const repeats = both((side) => (tags[side] === undefined ? undefined : refusalOf(again.response[side])));
  findings.compare('conditional-get', repeats, { exchanges: [exchange, again] });
  const head = yield both((side) => ({ ...request[side], method: 'HEAD' }));
  findings.compare(
    'head',
    both((side) => refusalOf(head.response[side])),
    { exchanges: [head] },
  );
}

function compareVersion({ findings }: Compared, exchange: DriftExchange): void {
  const sends = both((side) =>
    header(exchange.response[side], 'x-resource-version') === undefined
      ? 'sends no X-Resource-Version'
      : 'sends X-Resource-Version',
  );
  findings.compare('version', sends, { exchanges: [exchange], severity: 'information' });
}

/** Compares GET /users/{userId}, which the mock may serve as the User Information Service. */
export function* compareUser(compared: Compared): Script<void> {
  const { findings, records, settings, word } = compared;
  const isActive = (side: 'ours' | 'theirs') =>
    records[side]
      .filter((record) => member(record, 'status') === 'active')
      .flatMap((record) => compared.idOf(record) ?? []);
  const active = both(isActive);
  const common = active.theirs.find((id) => active.ours.includes(id));
  const ids = both((side) => common ?? active[side][0]);
  const { ours, theirs } = ids;
  if (ours === undefined || theirs === undefined) {
    findings.unknown('user-service', 'A side has no active user.');
    return;
  }
  const exchange = yield { ours: get(fillPath(paths.user, ours)), theirs: get(fillPath(paths.user, theirs)) };
  const missing = yield both(() => get(fillPath(paths.user, word)));
  const does = both((side) => {
    const response = exchange.response[side];
    const names = (one: typeof response) => {
      const body = jsonOf(one);
      return isJsonObject(body) ? Object.keys(body).toSorted().join(', ') : 'no object';
    };
    const without = missing.response[side];
    if (!response || !without) return undefined;
    return `responds with ${response.status} and ${names(response)}, without the user with ${without.status} and ${names(without)}`;
  });
  const service = 'responds with 200 and name, status, userId, without the user with 404 and message, status';
  const isService = does.theirs === service;
  const isSetting = isService !== settings.userService;
  findings.compare('user-service', does, {
    exchanges: [exchange, missing],
    change: isSetting ? { kind: 'settings', settings: { userService: isService } } : null,
  });
  if (!isService || does.ours !== service) return;
  const type = both((side) => {
    const body = jsonOf(exchange.response[side]);
    return isJsonObject(body) ? `sends userId as a ${typeof member(body, 'userId')}` : undefined;
  });
  const isQuirk = type.theirs === 'sends userId as a number' || type.ours === 'sends userId as a number';
  const change: DriftChange = {
    kind: 'quirk',
    quirk: 'numeric-user-id',
    size: null,
    isOn: type.theirs === 'sends userId as a number',
  };
  findings.compare('user-id', type, { exchanges: [exchange], change: isQuirk ? change : null });
}
