import { isJsonArray, isJsonObject, type Json, member } from '../../server/domain/json/json.ts';
import type { Host } from '../../server/host.ts';
import type { ClientRequest, ClientResponse, Send } from '../support/http-client.ts';
import type { BodyTemplate, CorpusCase, RequestTemplate, ResponseTemplate, Step } from './corpus-file.ts';
import { differences, parseExpected } from './expected-json.ts';
import { type Bindings, fill, matchText } from './template.ts';

/** The environment of a case. */
export interface Stage {
  /** Sends a request to the mock, directly or through a proxy. */
  readonly send: Send;
  readonly host: Host;
  readonly restart: () => Promise<void>;
}

export interface Exchange {
  readonly request: ClientRequest;
  readonly response: ClientResponse;
}

export interface Played {
  readonly exchanges: readonly Exchange[];
  /** Sentences about differences; the first failed step ends the case. */
  readonly failures: readonly string[];
}

/** Runs the steps of a case in order. */
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
      const response = await stage.send(request);
      exchanges.push({ request, response });
      const failures = judge(step.response, response, bindings);
      return failures.length === 0 ? [] : [...failures, `the response was ${transcript(response)}`];
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
  { status, headers, body }: ResponseTemplate,
  response: ClientResponse,
  bindings: Bindings,
): readonly string[] {
  return [
    ...(response.status === status ? [] : [`the status: ${status} expected, found ${response.status}`]),
    ...headers.flatMap(([name, value]) => judgeHeader(name, value, response.header(name), bindings)),
    ...(body ? judgeBody(body, response, bindings) : []),
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

function judgeBody(body: BodyTemplate, response: ClientResponse, bindings: Bindings): readonly string[] {
  switch (body.kind) {
    case 'none':
      return response.body === '' ? [] : ['a body was not expected'];
    case 'text':
      return judgeText('the body', body.text, response.body, bindings);
    case 'keys':
      return differences({ keys: body.keys }, { keys: keysIn(parsed(response)) }, bindings);
    case 'json':
      return differences(parseExpected(body.json), parsed(response), bindings);
  }
}

/** The first member of each record, which is the key in all workspaces of the corpus. */
function keysIn(list: Json | undefined): readonly string[] {
  const items = isJsonObject(list) ? member(list, 'items') : list;
  if (!isJsonArray(items)) throw new Error(`Not a list: ${JSON.stringify(list)}`);
  return items.map((record) => String(isJsonObject(record) ? Object.values(record)[0] : record));
}

function parsed(response: ClientResponse): Json | undefined {
  try {
    return response.json();
  } catch {
    return undefined;
  }
}

/** The explanation of the latest request. */
async function lastExplanation(host: Host): Promise<Json> {
  const [entry] = host.log.list({ limit: 1 });
  const detail = await host.call('requests.get', { id: entry?.id });
  if (!detail.ok) throw new Error(detail.problem.detail);
  return JSON.parse(JSON.stringify(detail.value)).explanation;
}

function transcript({ status, headers, body }: ClientResponse): string {
  return [status, ...headers.map(([name, value]) => `${name}: ${value}`), '', body].join('\n');
}
