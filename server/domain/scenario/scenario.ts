import type { Json } from '../json/json.ts';

/** When a rule applies; every member that is given must match. */
export interface RuleCondition {
  readonly method?: string;
  /** Path pattern: `/users/{id}` binds one segment, a trailing `/**` any rest. */
  readonly path?: string;
  /** Key of the record that the request is about. */
  readonly id?: string;
}

/** What a rule does to a request that it applies to. */
export type RuleEffect =
  | { readonly kind: 'user-status'; readonly userId: string; readonly status: string }
  | { readonly kind: 'delay'; readonly milliseconds: number }
  | {
      readonly kind: 'answer';
      readonly status: number;
      readonly headers?: Readonly<Record<string, string>>;
      readonly body?: Json;
    };

export interface Rule {
  readonly when: RuleCondition;
  readonly then: RuleEffect;
}

/** A named set of rules laid over the live state. Rules are tried in order: the first that answers wins, delays add up. */
export interface Scenario {
  readonly name: string;
  readonly description: string;
  readonly rules: readonly Rule[];
}

/** The scenario without rules, which every workspace has. */
export const defaultScenario: Scenario = {
  name: 'Default',
  description: 'The live state as it is.',
  rules: [],
};
