import type { Problem } from '../../../../server/domain/basics/problem.ts';
import { isJsonArray, isJsonObject, member } from '../../../../server/domain/json/json.ts';
import { asSentence } from '../../../ui/base/format.ts';

/** Why the host refused a rule. */
export interface RuleRefusal {
  /** JSON pointer to the invalid member, relative to the rule. */
  readonly pointer: string;
  /** A sentence. */
  readonly reason: string;
}

/** The first fault that the host reports, relative to a place in the scenario. */
export function refusalOf({ errors, detail }: Problem, below: string): RuleRefusal {
  const [first] = isJsonArray(errors) ? errors : [];
  const pointer = isJsonObject(first) ? member(first, 'pointer') : undefined;
  const reason = isJsonObject(first) ? member(first, 'detail') : undefined;
  if (typeof pointer !== 'string' || typeof reason !== 'string') return { pointer: '', reason: detail };
  return { pointer: pointer.startsWith(below) ? pointer.slice(below.length) : pointer, reason: asSentence(reason) };
}
