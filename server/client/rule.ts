import type {
  DeclaredRule,
  FixedResponse,
  OccurrenceKind,
  RuleCondition,
  RuleEffect,
  RuleFault,
} from '../domain/scenario/scenario.ts';

type Condition = Omit<RuleCondition, 'occurrence'>;

/** A rule of a workspace file, with methods that say which of the matching requests it applies to; by default all. */
class BuiltRule implements DeclaredRule {
  readonly when: RuleCondition;
  readonly then: RuleEffect;

  constructor(when: RuleCondition, effect: RuleEffect) {
    this.when = when;
    this.then = effect;
  }

  /** Applies to the first matching request alone. */
  once(): BuiltRule {
    return this.first(1);
  }

  /** Applies to the first `count` matching requests. */
  first(count: number): BuiltRule {
    return this.#occurring('first', count);
  }

  /** Applies to the `count`-th matching request alone. */
  nth(count: number): BuiltRule {
    return this.#occurring('nth', count);
  }

  /** Applies to the `count`-th matching request and all later ones. */
  from(count: number): BuiltRule {
    return this.#occurring('from', count);
  }

  /** Applies to every `count`-th matching request. */
  every(count: number): BuiltRule {
    return this.#occurring('every', count);
  }

  /** Applies to `count` per cent of the matching requests, chosen with the scenario's seed. */
  percent(count: number): BuiltRule {
    return this.#occurring('percent', count);
  }

  /** Counts the requests for each record separately. */
  perRecord(): BuiltRule {
    const { occurrence } = this.when;
    if (occurrence === undefined)
      throw new Error('perRecord() follows once(), first(), nth(), from(), every() or percent().');
    return new BuiltRule({ ...this.when, occurrence: { ...occurrence, per: 'record' } }, this.then);
  }

  #occurring(kind: OccurrenceKind, count: number): BuiltRule {
    return new BuiltRule({ ...this.when, occurrence: { kind, count } }, this.then);
  }
}

/** The condition of a rule that still needs its effect. */
class RuleBuilder {
  readonly #when: Condition;

  constructor(when: Condition) {
    this.#when = when;
  }

  /** Demands more of the request, such as its query or its headers. */
  when(condition: Condition): RuleBuilder {
    return new RuleBuilder({ ...this.#when, ...condition });
  }

  /** Sends this response. */
  answers(status: number, response: Partial<Omit<FixedResponse, 'status'>> = {}): BuiltRule {
    return this.does({ kind: 'answer', status, ...response });
  }

  /** Waits before the first byte. */
  delays(milliseconds: number): BuiltRule {
    return this.does({ kind: 'delay', milliseconds });
  }

  /** Breaks the connection. */
  faults(fault: RuleFault): BuiltRule {
    return this.does({ kind: 'fault', fault });
  }

  /** Any effect, as a workspace file has it. */
  does(effect: RuleEffect): BuiltRule {
    return new BuiltRule(this.#when, effect);
  }
}

const forMethod = (method?: string) => (path: string) =>
  new RuleBuilder(method === undefined ? { path } : { method, path });

/** Builds rules: `rule.get('/users/42').answers(503).once()`. A path may have `{id}` for any segment and end in `/**`. */
export const rule = {
  any: forMethod(),
  get: forMethod('GET'),
  head: forMethod('HEAD'),
  post: forMethod('POST'),
  put: forMethod('PUT'),
  patch: forMethod('PATCH'),
  delete: forMethod('DELETE'),
} as const;
