import { isJsonObject, type Json } from '../../../server/domain/json/json.ts';
import { parseJson } from '../../../server/domain/json/json-text.ts';
import { accept, assertNever, type Result, refuse } from '../../../server/domain/result.ts';
import type {
  Occurrence,
  OccurrenceKind,
  Rule,
  RuleCondition,
  RuleEffect,
  RuleFault,
  Spread,
} from '../../../server/domain/scenario/scenario.ts';

export type EffectKind = RuleEffect['kind'];
export type Quirk = Extract<RuleEffect, { kind: 'quirk' }>['quirk'];

/** A name and the value that it must have; null is any value. */
export type Pair = readonly [name: string, value: string | null];

/** The fields of "when"; an empty text asks for nothing. */
export interface WhenForm {
  readonly method: string;
  readonly path: string;
  readonly id: string;
  readonly query: readonly Pair[];
  readonly headers: readonly Pair[];
  readonly occurrence: 'always' | OccurrenceKind;
  readonly count: string;
  readonly perRecord: boolean;
}

/** The fields of "then", those of every kind: what was typed for one kind is there when it is chosen again. */
export interface ThenForm {
  readonly kind: EffectKind;
  readonly userId: string;
  readonly userStatus: string;
  readonly status: string;
  readonly headers: readonly Pair[];
  /** JSON text; empty for none. */
  readonly body: string;
  readonly milliseconds: string;
  readonly spread: 'none' | Spread['kind'];
  readonly most: string;
  readonly sigma: string;
  readonly pieces: string;
  readonly bytesPerSecond: string;
  readonly fault: RuleFault;
  readonly requests: string;
  readonly seconds: string;
  /** JSON text; empty for none. */
  readonly patch: string;
  readonly quirk: Quirk;
  readonly size: string;
}

/** A rule as a form has it. */
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
  occurrence: 'always',
  count: '1',
  perRecord: false,
};

/** What the fields of a kind say before anything is typed: a rule that does something. */
const initialThen: ThenForm = {
  kind: 'answer',
  userId: '42',
  userStatus: 'inactive',
  status: '503',
  headers: [],
  body: '',
  milliseconds: '1000',
  spread: 'none',
  most: '3000',
  sigma: '0.5',
  pieces: '10',
  bytesPerSecond: '2000',
  fault: 'reset',
  requests: '3',
  seconds: '10',
  patch: '',
  quirk: 'weak-tags',
  size: '10',
};

/** A new rule of that kind. */
export function initialForm(kind: EffectKind): RuleForm {
  return { when: emptyWhen, then: { ...initialThen, kind } };
}

/** The form of a rule. */
export function formOf({ when, then }: Rule): RuleForm {
  return { when: whenForm(when), then: { ...initialThen, ...thenForm(then) } };
}

function whenForm({ method = '', path = '', id = '', query, headers, occurrence }: RuleCondition): WhenForm {
  return {
    method,
    path,
    id,
    query: Object.entries(query ?? {}),
    headers: Object.entries(headers ?? {}),
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
      return {
        kind,
        status: String(then.status),
        headers: Object.entries(then.headers ?? {}),
        body: textOf(then.body),
      };
    case 'delay':
      return { kind, milliseconds: String(then.milliseconds), ...spreadForm(then.spread) };
    case 'dribble':
      return { kind, milliseconds: String(then.milliseconds), pieces: String(then.pieces) };
    case 'throttle':
      return { kind, bytesPerSecond: String(then.bytesPerSecond) };
    case 'fault':
      return { kind, fault: then.fault };
    case 'rate-limit':
      return { kind, requests: String(then.requests), seconds: String(then.seconds) };
    case 'ghost-write':
      return { kind, patch: textOf(then.patch) };
    case 'quirk':
      return { kind, quirk: then.quirk, ...(then.quirk === 'page-size-capped' && { size: String(then.size) }) };
    default:
      return assertNever(kind);
  }
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

/** The rule of a form. The refusal is a sentence on the field that holds no such value; the host judges all else. */
export function ruleOf({ when, then }: RuleForm): Result<Rule, string> {
  const condition = conditionOf(when);
  if (!condition.ok) return condition;
  const effect = effectOf(then);
  return effect.ok ? accept({ when: condition.value, then: effect.value }) : effect;
}

function conditionOf({ method, path, id, query, headers, ...counting }: WhenForm): Result<RuleCondition, string> {
  const parameters = membersOf(query);
  if (!parameters.ok) return parameters;
  const fields = membersOf(headers);
  if (!fields.ok) return fields;
  const occurrence = occurrenceOf(counting);
  if (!occurrence.ok) return occurrence;
  return accept({
    ...(method !== '' && { method }),
    ...(path !== '' && { path }),
    ...(id !== '' && { id }),
    ...(query.length > 0 && { query: parameters.value }),
    ...(headers.length > 0 && { headers: fields.value }),
    ...(occurrence.value && { occurrence: occurrence.value }),
  });
}

function occurrenceOf({
  occurrence: kind,
  count,
  perRecord,
}: Pick<WhenForm, 'occurrence' | 'count' | 'perRecord'>): Result<Occurrence | null, string> {
  if (kind === 'always') return accept(null);
  const number = numberOf(count);
  return number.ok ? accept({ kind, count: number.value, ...(perRecord && { per: 'record' }) }) : number;
}

function effectOf(then: ThenForm): Result<RuleEffect, string> {
  const { kind } = then;
  switch (kind) {
    case 'user-status':
      return accept({ kind, userId: then.userId, status: then.userStatus });
    case 'answer':
      return answerOf(then);
    case 'delay':
      return delayOf(then);
    case 'dribble':
      return mapTwo(then.milliseconds, then.pieces, (milliseconds, pieces) => ({ kind, milliseconds, pieces }));
    case 'throttle':
      return mapOne(then.bytesPerSecond, (bytesPerSecond) => ({ kind, bytesPerSecond }));
    case 'fault':
      return accept({ kind, fault: then.fault });
    case 'rate-limit':
      return mapTwo(then.requests, then.seconds, (requests, seconds) => ({ kind, requests, seconds }));
    case 'ghost-write':
      return ghostOf(then);
    case 'quirk': {
      const { quirk } = then;
      if (quirk !== 'page-size-capped') return accept({ kind, quirk });
      return mapOne(then.size, (size) => ({ kind, quirk, size }));
    }
    default:
      return assertNever(kind);
  }
}

function answerOf({ status, headers, body }: ThenForm): Result<RuleEffect, string> {
  const content = jsonOf(body);
  if (!content.ok) return content;
  const fields = membersOf(headers);
  if (!fields.ok) return fields;
  const values = Object.fromEntries(Object.entries(fields.value).map(([name, value]) => [name, value ?? '']));
  return mapOne(status, (number) => ({
    kind: 'answer',
    status: number,
    ...(headers.length > 0 && { headers: values }),
    ...(content.value !== undefined && { body: content.value }),
  }));
}

function delayOf({ milliseconds, spread, most, sigma }: ThenForm): Result<RuleEffect, string> {
  switch (spread) {
    case 'none':
      return mapOne(milliseconds, (time) => ({ kind: 'delay', milliseconds: time }));
    case 'uniform':
      return mapTwo(milliseconds, most, (time, end) => ({
        kind: 'delay',
        milliseconds: time,
        spread: { kind: 'uniform', most: end },
      }));
    case 'log-normal':
      return mapTwo(milliseconds, sigma, (time, deviation) => ({
        kind: 'delay',
        milliseconds: time,
        spread: { kind: 'log-normal', sigma: deviation },
      }));
    default:
      return assertNever(spread);
  }
}

function ghostOf({ patch }: ThenForm): Result<RuleEffect, string> {
  const read = jsonOf(patch);
  if (!read.ok) return read;
  if (read.value === undefined) return accept({ kind: 'ghost-write' });
  if (!isJsonObject(read.value)) return refuse('A merge patch is an object, such as {"name": "Grace"}.');
  return accept({ kind: 'ghost-write', patch: read.value });
}

function mapOne(text: string, effect: (number: number) => RuleEffect): Result<RuleEffect, string> {
  const number = numberOf(text);
  return number.ok ? accept(effect(number.value)) : number;
}

function mapTwo(
  first: string,
  second: string,
  effect: (first: number, second: number) => RuleEffect,
): Result<RuleEffect, string> {
  const one = numberOf(first);
  if (!one.ok) return one;
  const other = numberOf(second);
  return other.ok ? accept(effect(one.value, other.value)) : other;
}

/** Reads a number as it is typed. */
export function numberOf(text: string): Result<number, string> {
  const number = Number(text.trim());
  return text.trim() !== '' && Number.isFinite(number) ? accept(number) : refuse('A number is expected.');
}

function jsonOf(text: string): Result<Json | undefined, string> {
  if (text.trim() === '') return accept(undefined);
  const parsed = parseJson(text);
  return parsed.ok ? parsed : refuse(parsed.problem.detail);
}

function membersOf(pairs: readonly Pair[]): Result<Readonly<Record<string, string | null>>, string> {
  const names = pairs.map(([name]) => name);
  const twice = names.find((name, index) => names.indexOf(name) < index);
  return twice === undefined ? accept(Object.fromEntries(pairs)) : refuse(`"${twice}" is there twice.`);
}
