import type { Json } from '../domain/json/json.ts';
import { assertNever } from '../domain/result.ts';
import {
  defaultScenario,
  type Rule,
  type RuleCondition,
  type RuleEffect,
  type Scenario,
} from '../domain/scenario/scenario.ts';
import type { Place } from './place.ts';

const kinds: readonly RuleEffect['kind'][] = ['user-status', 'delay', 'answer'];
/** Longer than any client waits. */
const longestDelay = 600_000;

/** The scenarios of a workspace. `Default` is always one of them, also where the file does not name it. */
export function decodeScenarios(at: Place): readonly Scenario[] {
  const scenarios = at.elements().map(decodeScenario);
  const names = scenarios.map(({ name }) => name);
  names.forEach((name, index) => {
    const first = names.indexOf(name);
    if (first < index)
      at.member(String(index))
        .member('name')
        .refuse(`scenario ${first + 1} is already called "${name}"`);
  });
  return names.includes(defaultScenario.name) ? scenarios : [defaultScenario, ...scenarios];
}

function decodeScenario(at: Place): Scenario {
  at.onlyMembers(['name', 'description', 'rules']);
  return {
    name: at.required('name').text(''),
    description: at.member('description').read((value) => typeof value === 'string', 'must be a text', ''),
    rules: at.member('rules').elements().map(decodeRule),
  };
}

function decodeRule(at: Place): Rule {
  at.onlyMembers(['when', 'then']);
  return { when: decodeCondition(at.member('when')), then: decodeEffect(at.required('then')) };
}

function decodeCondition(at: Place): RuleCondition {
  at.onlyMembers(['method', 'path', 'id']);
  const method = at.member('method');
  const path = at.member('path');
  const id = at.member('id');
  return {
    ...(method.value !== undefined && { method: method.read(isMethod, 'must be a method such as "GET"', '') }),
    ...(path.value !== undefined && { path: path.read(isPath, 'must be a path that begins with "/"', '/') }),
    ...(id.value !== undefined && { id: id.text('') }),
  };
}

function decodeEffect(at: Place): RuleEffect {
  const kind = at.required('kind').oneOf(kinds, 'delay');
  if (at.member('kind').value !== kind) return { kind: 'delay', milliseconds: 0 };
  switch (kind) {
    case 'user-status':
      at.onlyMembers(['kind', 'userId', 'status']);
      return { kind, userId: at.required('userId').text(''), status: at.required('status').text('') };
    case 'delay':
      at.onlyMembers(['kind', 'milliseconds']);
      return { kind, milliseconds: at.required('milliseconds').integer(0, longestDelay, 0) };
    case 'answer':
      return decodeAnswer(at);
    default:
      return assertNever(kind);
  }
}

function decodeAnswer(at: Place): RuleEffect {
  at.onlyMembers(['kind', 'status', 'headers', 'body']);
  const headers = at.member('headers');
  const body = at.member('body').value;
  return {
    kind: 'answer',
    status: at.required('status').integer(200, 599, 200),
    ...(headers.value !== undefined && { headers: decodeHeaders(headers) }),
    ...(body !== undefined && { body }),
  };
}

/** Names and values that HTTP can carry: a server that is given others can only fail when it answers. */
function decodeHeaders(at: Place): Readonly<Record<string, string>> {
  const names = at.names();
  for (const name of names) {
    if (!/^[!#$%&'*+.^_`|~\w-]+$/.test(name)) at.member(name).refuse('is not the name of a header');
  }
  const read = (name: string) => at.member(name).read(isHeaderValue, 'must be a text that a header can carry', '');
  return Object.fromEntries(names.map((name) => [name, read(name)]));
}

function isMethod(value: Json): value is string {
  return typeof value === 'string' && /^[A-Z]+(-[A-Z]+)*$/.test(value);
}

function isPath(value: Json): value is string {
  return typeof value === 'string' && value.startsWith('/');
}

function isHeaderValue(value: Json): value is string {
  return typeof value === 'string' && /^[\t\x20-\x7e\x80-\xff]*$/.test(value);
}
