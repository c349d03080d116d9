import { accept, assertNever, type Result, refuse } from '../../../../server/domain/basics/result.ts';
import { isJsonObject, type Json } from '../../../../server/domain/json/json.ts';
import { parseJson } from '../../../../server/domain/json/json-text.ts';
import type {
  BodyTest,
  FixedResponse,
  Occurrence,
  Rule,
  RuleCondition,
  RuleEffect,
} from '../../../../server/domain/scenario/scenario.ts';
import type { BodyLine, Pair, ResponseForm, RuleForm, ThenForm, WhenForm } from './rule-form.ts';

/** The rule of a form. Fails with a sentence if a field cannot be read; the host validates the rule itself. */
export function ruleOf({ when, then }: RuleForm): Result<Rule, string> {
  const condition = conditionOf(when);
  if (!condition.ok) return condition;
  const effect = effectOf(then);
  return effect.ok ? accept({ when: condition.value, then: effect.value }) : effect;
}

function conditionOf({ method, path, id, query, headers, body, ...counting }: WhenForm): Result<RuleCondition, string> {
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
    ...(body.length > 0 && { body: body.map(bodyTest) }),
    ...(occurrence.value && { occurrence: occurrence.value }),
  });
}

/** A value that is not JSON is a text. */
function bodyTest([pointer, test, value]: BodyLine): BodyTest {
  const parsed = parseJson(value);
  const expected = parsed.ok ? parsed.value : value;
  // A pointer without its slash is a common slip.
  const place = pointer === '' || pointer.startsWith('/') ? pointer : `/${pointer}`;
  return test === 'equals' ? { pointer: place, equals: expected } : { pointer: place, contains: expected };
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
      return mapResult(responseOf(then), (response) => ({ kind, ...response }));
    case 'sequence':
      return sequenceOf(then);
    case 'delay':
      return delayOf(then);
    case 'dribble':
      return mapTwo(then.milliseconds, then.pieces, (milliseconds, pieces) => ({ kind, milliseconds, pieces }));
    case 'throttle':
      return mapOne(then.bytesPerSecond, (bytesPerSecond) => ({ kind, bytesPerSecond }));
    case 'fault':
      return accept({ kind, fault: then.fault });
    case 'rate-limit':
      return mapTwo(then.requests, then.seconds, (requests, seconds) => ({
        kind,
        requests,
        seconds,
        ...(then.announce && { announce: true }),
      }));
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

function sequenceOf({ answers, end }: ThenForm): Result<RuleEffect, string> {
  const read: FixedResponse[] = [];
  for (const [index, form] of answers.entries()) {
    const response = responseOf(form);
    if (!response.ok) return refuse(`Response ${index + 1}: ${response.problem}`);
    read.push(response.value);
  }
  return accept({ kind: 'sequence', answers: read, ...(end !== 'stay' && { end }) });
}

function responseOf({ status, headers, form, body, substitute }: ResponseForm): Result<FixedResponse, string> {
  const content = form === 'json' ? jsonOf(body) : accept(body);
  if (!content.ok) return content;
  return mapResult(numberOf(status), (number) => ({
    status: number,
    ...(headers.length > 0 && { headers: headersOf(headers) }),
    ...(form !== 'json' && { form }),
    ...(content.value !== undefined && { body: content.value }),
    ...(substitute && { substitute }),
  }));
}

/** The values of a name that stands several times become a list. */
function headersOf(pairs: readonly Pair[]): NonNullable<FixedResponse['headers']> {
  const valuesOf = (name: string) => pairs.flatMap(([other, value]) => (other === name ? [value ?? ''] : []));
  return Object.fromEntries(
    pairs.map(([name, value]) => {
      const values = valuesOf(name);
      return [name, values.length === 1 ? (value ?? '') : values];
    }),
  );
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
  if (!isJsonObject(read.value)) return refuse('A merge patch must be an object, such as {"name": "Grace"}.');
  return accept({ kind: 'ghost-write', patch: read.value });
}

function mapResult<A, B>(result: Result<A, string>, map: (value: A) => B): Result<B, string> {
  return result.ok ? accept(map(result.value)) : result;
}

function mapOne(text: string, effect: (number: number) => RuleEffect): Result<RuleEffect, string> {
  return mapResult(numberOf(text), effect);
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

/** Reads a typed number. */
export function numberOf(text: string): Result<number, string> {
  const number = Number(text.trim());
  return text.trim() !== '' && Number.isFinite(number) ? accept(number) : refuse('Enter a number.');
}

function jsonOf(text: string): Result<Json | undefined, string> {
  if (text.trim() === '') return accept(undefined);
  const parsed = parseJson(text);
  return parsed.ok ? parsed : refuse(parsed.problem.detail);
}

function membersOf(pairs: readonly Pair[]): Result<Readonly<Record<string, string | null>>, string> {
  const names = pairs.map(([name]) => name);
  const twice = names.find((name, index) => names.indexOf(name) < index);
  return twice === undefined ? accept(Object.fromEntries(pairs)) : refuse(`"${twice}" appears twice.`);
}
