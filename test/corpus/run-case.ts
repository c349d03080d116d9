import { isJsonArray, isJsonObject, type Json, member } from '../../server/domain/json/json.ts';
import type { Host } from '../../server/host.ts';
import type { ClientRequest, ClientResponse, Send } from '../support/http-client.ts';
import type { AnswerTemplate, BodyTemplate, CorpusCase, RequestTemplate, Step } from './corpus-file.ts';
import { differences, parseExpected } from './expected-json.ts';
import { type Bindings, fill, matchText } from './template.ts';

/** Where a case plays. */
export interface Stage {
  /** Sends to the mock, directly or through something in between. */
  readonly send: Send;
  readonly host: Host;
  readonly restart: () => Promise<void>;
}

export interface Exchange {
  readonly request: ClientRequest;
  readonly answer: ClientResponse;
}

export interface Played {
  readonly exchanges: readonly Exchange[];
  /** Sentences about what was not as expected; the first step with any ends the case. */
  readonly failures: readonly string[];
}

/** Carries out a case, step by step. */
export async function playCase({ steps }: CorpusCase, stage: Stage): Promise<Played> {
  const bindings: Bindings = new Map();
  const exchanges: Exchange[] = [];
  for (const step of steps) {
    const failures = await playStep(step, stage, bindings, exchanges);
    if (failures.length > 0) return { exchanges, failures: failures.map((text) => `line ${step.line}: ${text}`) };
  }
  return { exchanges, failures: [] };
}

async function playStep(
  step: Step,
  stage: Stage,
  bindings: Bindings,
  exchanges: Exchange[],
): Promise<readonly string[]> {
  switch (step.kind) {
    case 'exchange': {
      const request = fillRequest(step.request, bindings);
      const answer = await stage.send(request);
      exchanges.push({ request, answer });
      const failures = judge(step.answer, answer, bindings);
      return failures.length === 0 ? [] : [...failures, `the answer was ${transcript(answer)}`];
    }
    case 'explanation':
      return differences(parseExpected(step.json), await lastExplanation(stage.host), bindings);
    case 'command': {
      if (step.name === 'restart') {
        await stage.restart();
        return [];
      }
      const reply = await stage.host.call(step.name, JSON.parse(fill(step.input, bindings)));
      return reply.ok ? [] : [`${step.name} was refused: ${reply.problem.detail}`];
    }
  }
}

function fillRequest({ method, target, headers, body }: RequestTemplate, bindings: Bindings): ClientRequest {
  return {
    method,
    target: fill(target, bindings),
    headers: headers.map(([name, value]) => [name, fill(value, bindings)]),
    body: body === undefined ? undefined : fill(body, bindings),
  };
}

function judge(
  { status, headers, body }: AnswerTemplate,
  answer: ClientResponse,
  bindings: Bindings,
): readonly string[] {
  return [
    ...(answer.status === status ? [] : [`the status: ${status} expected, found ${answer.status}`]),
    ...headers.flatMap(([name, value]) => judgeHeader(name, value, answer.header(name), bindings)),
    ...(body ? judgeBody(body, answer, bindings) : []),
  ];
}

function judgeHeader(name: string, expected: string | null, found: string | undefined, bindings: Bindings) {
  if (expected !== null) return judgeText(name, expected, found, bindings);
  return found === undefined ? [] : [`${name}: not expected, found ${found}`];
}

function judgeText(what: string, expected: string, found: string | undefined, bindings: Bindings): readonly string[] {
  if (found !== undefined && matchText(expected, found, bindings)) return [];
  return [`${what}: ${expected} expected, found ${found ?? 'nothing'}`];
}

function judgeBody(body: BodyTemplate, answer: ClientResponse, bindings: Bindings): readonly string[] {
  switch (body.kind) {
    case 'none':
      return answer.body === '' ? [] : ['a body was not expected'];
    case 'text':
      return judgeText('the body', body.text, answer.body, bindings);
    case 'keys':
      return differences({ keys: body.keys }, { keys: keysIn(parsed(answer)) }, bindings);
    case 'json':
      return differences(parseExpected(body.json), parsed(answer), bindings);
  }
}

/** The first member of each record of a list, which in the workspaces of the corpus is its key. */
function keysIn(list: Json | undefined): readonly string[] {
  const items = isJsonObject(list) ? member(list, 'items') : list;
  if (!isJsonArray(items)) throw new Error(`This is no list: ${JSON.stringify(list)}`);
  return items.map((record) => String(isJsonObject(record) ? Object.values(record)[0] : record));
}

function parsed(answer: ClientResponse): Json | undefined {
  try {
    return answer.json();
  } catch {
    return undefined;
  }
}

/** The explanation of the latest request, as a console would get it. */
async function lastExplanation(host: Host): Promise<Json> {
  const [entry] = host.log.list({ limit: 1 });
  const detail = await host.call('requests.get', { id: entry?.id });
  if (!detail.ok) throw new Error(detail.problem.detail);
  return JSON.parse(JSON.stringify(detail.value)).explanation;
}

function transcript({ status, headers, body }: ClientResponse): string {
  return [status, ...headers.map(([name, value]) => `${name}: ${value}`), '', body].join('\n');
}
