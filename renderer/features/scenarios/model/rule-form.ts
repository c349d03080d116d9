import { assertNever } from '../../../../server/domain/basics/result.ts';
import type { Json } from '../../../../server/domain/json/json.ts';
import { parseJson } from '../../../../server/domain/json/json-text.ts';
import type {
  BodyForm,
  BodyTest,
  FixedResponse,
  OccurrenceKind,
  Rule,
  RuleCondition,
  RuleEffect,
  RuleFault,
  SequenceEnd,
  Spread,
} from '../../../../server/domain/scenario/scenario.ts';

export type EffectKind = RuleEffect['kind'];
export type Quirk = Extract<RuleEffect, { kind: 'quirk' }>['quirk'];

/** A name and its required value; null accepts any value. */
export type Pair = readonly [name: string, value: string | null];

/** A test of the body. The value is JSON, or a text without quotes. */
export type BodyLine = readonly [pointer: string, test: 'equals' | 'contains', value: string];

/** The fields of a fixed response. A body of the form `json` is JSON text, or empty for none. */
export interface ResponseForm {
  readonly status: string;
  /** A name may stand several times. */
  readonly headers: readonly Pair[];
  readonly form: BodyForm;
  readonly body: string;
  /** True if `{name}` stands for a value. */
  readonly substitute: boolean;
}

/**
 * Changes some fields of a form. It is given the form as it is once earlier changes are saved, which the screen may not show
 * yet: what depends on other fields is read from there.
 */
export type FormEdit<Form> = (now: Form) => Partial<Form>;

/** The fields of "when"; an empty text accepts any request. */
export interface WhenForm {
  readonly method: string;
  readonly path: string;
  readonly id: string;
  readonly query: readonly Pair[];
  readonly headers: readonly Pair[];
  readonly body: readonly BodyLine[];
  readonly occurrence: 'always' | OccurrenceKind;
  readonly count: string;
  readonly perRecord: boolean;
}

/** The fields of "then" for all kinds, so that switching the kind loses nothing. */
export interface ThenForm extends ResponseForm {
  readonly kind: EffectKind;
  readonly userId: string;
  readonly userStatus: string;
  readonly answers: readonly ResponseForm[];
  readonly end: SequenceEnd;
  readonly milliseconds: string;
  readonly spread: 'none' | Spread['kind'];
  readonly most: string;
  readonly sigma: string;
  readonly pieces: string;
  readonly bytesPerSecond: string;
  readonly fault: RuleFault;
  readonly requests: string;
  readonly seconds: string;
  readonly announce: boolean;
  /** JSON text; empty for none. */
  readonly patch: string;
  readonly quirk: Quirk;
  readonly size: string;
}

/** A rule as form fields. */
export interface RuleForm {
  readonly when: WhenForm;
  readonly then: ThenForm;
}

const emptyWhen: WhenForm = {
  method: '',
  path: '',
  id: '',
  query: [],
  headers: [],
  body: [],
  occurrence: 'always',
  count: '1',
  perRecord: false,
};

/** The number to begin with when a rule is to count. */
const initialCounts: Readonly<Record<OccurrenceKind, string>> = {
  first: '1',
  nth: '3',
  from: '3',
  every: '3',
  percent: '25',
};

/** Chooses to which requests a rule applies. A number stays as long as it means requests, or per cent. */
export function withOccurrence({ occurrence, count }: WhenForm, chosen: WhenForm['occurrence']): Partial<WhenForm> {
  if (chosen === 'always') return { occurrence: chosen };
  const counts = (kind: WhenForm['occurrence']) => kind !== 'always' && kind !== 'percent';
  const stays = occurrence === chosen || (counts(occurrence) && counts(chosen) && count !== '1');
  return { occurrence: chosen, count: stays ? count : initialCounts[chosen] };
}

type Responses = readonly ResponseForm[];

/** Edits the response that is shown at an index, unless it was removed meanwhile. */
export function withResponse(now: Responses, shown: Responses, index: number, edit: FormEdit<ResponseForm>): Responses {
  const place = placeOf(now, shown, index);
  return now.map((response, at) => (at === place ? { ...response, ...edit(response) } : response));
}

/** Removes the response that is shown at an index, unless it was removed meanwhile. */
export function withoutResponse(now: Responses, shown: Responses, index: number): Responses {
  const place = placeOf(now, shown, index);
  return place < 0 ? now : now.toSpliced(place, 1);
}

/** Where a shown response stands now, after removals nearer to the beginning than it was; -1 if it was removed. */
function placeOf(now: Responses, shown: Responses, index: number): number {
  if (now.length === shown.length) return index;
  const text = JSON.stringify(shown[index]);
  const last = now.length < shown.length ? index : now.length - 1;
  return now.slice(0, last + 1).findLastIndex((response) => JSON.stringify(response) === text);
}

/** The initial response. */
export const initialResponse: ResponseForm = { status: '503', headers: [], form: 'json', body: '', substitute: false };

/** The initial fields: a useful rule of each kind. */
const initialThen: ThenForm = {
  kind: 'answer',
  userId: '42',
  userStatus: 'inactive',
  ...initialResponse,
  answers: [initialResponse, initialResponse],
  end: 'pass',
  milliseconds: '1000',
  spread: 'none',
  most: '3000',
  sigma: '0.5',
  pieces: '10',
  bytesPerSecond: '2000',
  fault: 'reset',
  requests: '3',
  seconds: '10',
  announce: true,
  patch: '',
  quirk: 'weak-tags',
  size: '10',
};

/** Kinds that respond instead of the mock API, so that the first question is which requests get the response. */
export const respondingKinds: ReadonlySet<EffectKind> = new Set(['answer', 'sequence', 'fault', 'rate-limit']);

/** A new rule of that kind. */
export function initialForm(kind: EffectKind): RuleForm {
  return { when: emptyWhen, then: { ...initialThen, kind } };
}

/** The form of a rule. */
export function formOf({ when, then }: Rule): RuleForm {
  return { when: whenForm(when), then: { ...initialThen, ...thenForm(then) } };
}

function whenForm({ method = '', path = '', id = '', query, headers, body, occurrence }: RuleCondition): WhenForm {
  return {
    method,
    path,
    id,
    query: Object.entries(query ?? {}),
    headers: Object.entries(headers ?? {}),
    body: (body ?? []).map(bodyLine),
    occurrence: occurrence?.kind ?? 'always',
    count: String(occurrence?.count ?? 1),
    perRecord: occurrence?.per === 'record',
  };
}

function thenForm(then: RuleEffect): Partial<ThenForm> {
  const { kind } = then;
  switch (kind) {
    case 'user-status':
      return { kind, userId: then.userId, userStatus: then.status };
    case 'answer':
      return { kind, ...responseForm(then) };
    case 'sequence':
      return { kind, answers: then.answers.map(responseForm), end: then.end ?? 'stay' };
    case 'delay':
      return { kind, milliseconds: String(then.milliseconds), ...spreadForm(then.spread) };
    case 'dribble':
      return { kind, milliseconds: String(then.milliseconds), pieces: String(then.pieces) };
    case 'throttle':
      return { kind, bytesPerSecond: String(then.bytesPerSecond) };
    case 'fault':
      return { kind, fault: then.fault };
    case 'rate-limit':
      return {
        kind,
        requests: String(then.requests),
        seconds: String(then.seconds),
        announce: then.announce ?? false,
      };
    case 'ghost-write':
      return { kind, patch: textOf(then.patch) };
    case 'quirk':
      return { kind, quirk: then.quirk, ...(then.quirk === 'page-size-capped' && { size: String(then.size) }) };
    default:
      return assertNever(kind);
  }
}

function responseForm({ status, headers, form = 'json', body, substitute = false }: FixedResponse): ResponseForm {
  const lines = Object.entries(headers ?? {}).flatMap(([name, value]) =>
    (typeof value === 'string' ? [value] : value).map((one) => [name, one] as const),
  );
  const text = form !== 'json' && typeof body === 'string' ? body : textOf(body);
  return { status: String(status), headers: lines, form, body: text, substitute };
}

function bodyLine({ pointer, equals, contains }: BodyTest): BodyLine {
  const value = equals ?? contains ?? null;
  const isPlain = typeof value === 'string' && value !== '' && !parseJson(value).ok;
  return [pointer, equals === undefined ? 'contains' : 'equals', isPlain ? value : JSON.stringify(value)];
}

function spreadForm(spread: Spread | undefined): Partial<ThenForm> {
  if (spread === undefined) return {};
  return spread.kind === 'uniform'
    ? { spread: 'uniform', most: String(spread.most) }
    : { spread: 'log-normal', sigma: String(spread.sigma) };
}

function textOf(value: Json | undefined): string {
  return value === undefined ? '' : JSON.stringify(value, null, 2);
}
