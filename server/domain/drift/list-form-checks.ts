/** Compares what is around the records of a list, and how many there are. */
import { jsonEqual } from '../json/json.ts';
import { count } from '../json/wording.ts';
import { listForm } from '../recording/recorded-pages.ts';
import type { Compared } from './compared.ts';
import type { DriftChange, DriftExchange, Side } from './drift.ts';
import { both, header, isSuccess, type Listing, linkTo, listing } from './message.ts';

/** The list of a side without parameters; empty without one. */
export function plainList({ plain }: Compared, side: Side): readonly Listing[] {
  return plain[side] ? [plain[side]] : [];
}

/** Compares the members around the records. */
export function compareForm(compared: Compared, change: DriftChange | null): void {
  const { findings, lists, dialect, records } = compared;
  const seen = both((side) => lists.flatMap((one) => listing(one, side) ?? []));
  const forms = both((side) => listForm(seen[side]).settings.envelope);
  const names = both((side) => compared.plain[side]?.envelope?.items ?? null);
  const around = (side: Side) =>
    names[side] === null
      ? 'sends a bare array'
      : `sends an object with ${[...membersOf(seen[side])].toSorted().join(', ')}`;
  const exchanges = lists.slice(0, 3);
  if (change || dialect.lists.form !== 'setting') {
    findings.compare('list-form', both(around), { exchanges, change });
    return;
  }
  const isTold = records.ours.length > 2 && records.theirs.length > 2;
  if (!isTold && names.ours === names.theirs) {
    findings.unknown('list-form', 'Three records on each side show all members around a list.', exchanges);
    return;
  }
  if (jsonEqual(forms.ours as never, forms.theirs as never)) {
    findings.compare(
      'list-form',
      both(() => around('ours')),
      { exchanges },
    );
  } else {
    // The form of another dialect is no envelope that a setting could name.
    const envelope =
      forms.theirs === undefined ? null : ({ kind: 'settings', settings: { envelope: forms.theirs } } as const);
    findings.differ('list-form', `The mock ${around('ours')}. The service ${around('theirs')}.`, {
      exchanges,
      change: envelope,
    });
  }
  const others = both((side) => new Set(seen[side].flatMap(({ envelope }) => envelope?.others ?? [])));
  const foreign = [...others.theirs].filter((name) => !others.ours.has(name));
  if (foreign.length > 0)
    findings.differ('list-form', `The mock's lists have no ${foreign.join(', ')}.`, { exchanges });
}

function membersOf(lists: readonly Listing[]): ReadonlySet<string> {
  return new Set(
    lists.flatMap(({ envelope }) =>
      envelope
        ? [envelope.items, ...Array.from(envelope.members.values(), ({ name }) => name), ...envelope.others]
        : [],
    ),
  );
}

/** Compares the total in a list with the number of its records. */
export function compareTotal(compared: Compared): void {
  const { findings, lists, records, isWhole } = compared;
  const first = lists.slice(0, 3);
  /** Records that the total counts too many; null without a total, undefined if the records are not known. */
  const surplus = both((side) => {
    const totals = first.flatMap((one) => {
      const member = listing(one, side)?.envelope?.members.get('total')?.value;
      const text = header(one.response[side], 'x-total-count');
      return [...(typeof member === 'number' ? [member] : []), ...(text === undefined ? [] : [Number(text)])];
    });
    if (totals.length === 0) return null;
    return isWhole[side] ? Math.max(...totals) - records[side].length : undefined;
  });
  const does = both((side) => {
    const more = surplus[side];
    if (more === null) return 'tells no total';
    if (more === undefined) return undefined;
    return more === 0 ? 'counts all records' : `counts ${Math.abs(more)} too ${more > 0 ? 'many' : 'few'}`;
  });
  const change: DriftChange = { kind: 'quirk', quirk: 'total-off-by-one', size: null, isOn: surplus.theirs === 1 };
  const isQuirk = surplus.theirs === 1 || surplus.ours === 1;
  findings.compare('total', does, { exchanges: first, change: isQuirk ? change : null });
}

export function compareHeaders(compared: Compared): void {
  const { findings, lists, plain, dialect } = compared;
  const paged = lists.filter(({ response }) => isSuccess(response.theirs) && isSuccess(response.ours)).slice(0, 2);
  const sends = (has: (exchange: DriftExchange, side: Side) => boolean) =>
    both((side) => (paged.some((one) => has(one, side)) ? 'sends it' : 'does not send it'));
  const hasTotal = (one: DriftExchange, side: Side) => header(one.response[side], 'x-total-count') !== undefined;
  findings.compare('total-header', sends(hasTotal), { exchanges: paged });
  if (Math.min(plain.ours?.records.length ?? 0, plain.theirs?.records.length ?? 0) < 2) return;
  // These links are on numbered pages alone, and the lists have a limit instead.
  if (dialect.lists.linkHeader === 'several-pages') return;
  const hasNext = (one: DriftExchange, side: Side) => linkTo(one.response[side], 'next') !== undefined;
  findings.compare('link', sends(hasNext), { exchanges: paged });
}

export function comparePageSize(compared: Compared): void {
  const { findings, plain, dialect, settings, lists } = compared;
  const inferred = both((side) => listForm(plainList(compared, side)).settings.pageSize);
  const [own, all] = [dialect.pages.unpaged === 'all', plain.theirs?.records.length ?? 0];
  const ours = inferred.ours ?? (own ? undefined : settings.pageSize);
  const exchanges = lists.slice(0, 1);
  const say = (size: number | undefined) =>
    size === undefined ? 'returns all records' : `returns ${count(size, 'record')}`;
  if (inferred.theirs === undefined && ours !== undefined) {
    if (all <= ours) {
      findings.unknown('page-size', 'The service has too few records to show it.', exchanges);
      return;
    }
    findings.differ('page-size', `The mock ${say(ours)}. The service returns ${all}.`, { exchanges });
    return;
  }
  const change: DriftChange | null =
    inferred.theirs === undefined ? null : { kind: 'settings', settings: { pageSize: inferred.theirs } };
  findings.compare('page-size', { ours: say(ours), theirs: say(inferred.theirs) }, { exchanges, change });
}
