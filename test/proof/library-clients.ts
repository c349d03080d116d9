/* Seven HTTP clients, each with its own retries as its documentation advises. */
import { setTimeout as pause } from 'node:timers/promises';
import type { Request, Response, Send } from './honest-app.ts';
import { installed } from './installed.ts';

/** Makes a client of the mock at an origin, with this User-Agent. */
export type Library = (origin: string, agent: string) => Promise<Send>;

const waited = [429, 503];

/** True if a second effect is impossible. */
function isRepeatable({ method, headers = {} }: Request): boolean {
  return method === 'GET' || 'If-Match' in headers || 'Idempotency-Key' in headers;
}

const withJitter = (attempt: number) => 200 * 2 ** attempt * (1 + Math.random());

/** Waits as Retry-After says, else exponentially longer with a random part, and gives up after five attempts. */
function retrying(once: Send): Send {
  return async (request) => {
    for (let attempt = 0; ; attempt += 1) {
      const response = await once(request).catch((error: unknown) => {
        if (!isRepeatable(request) || attempt === 4 || request.timeout !== undefined) throw error;
        return undefined;
      });
      if (response && (!waited.includes(response.status) || attempt === 4)) return response;
      if (response && response.status !== 429 && !isRepeatable(request)) return response;
      const seconds = response?.header('retry-after');
      await pause(seconds ? Number(seconds) * 1000 + 20 : withJitter(attempt));
    }
  };
}

function headersOf({ headers, json }: Request, agent: string): Record<string, string> {
  return { ...headers, 'User-Agent': agent, ...(json !== undefined && { 'Content-Type': 'application/json' }) };
}

function parsed(text: string): unknown {
  return text === '' ? undefined : JSON.parse(text);
}

function overFetch(origin: string, agent: string): Send {
  return async (request) => {
    const { method, target, json, timeout } = request;
    const response = await fetch(new URL(target, origin), {
      method,
      headers: headersOf(request, agent),
      ...(json !== undefined && { body: JSON.stringify(json) }),
      ...(timeout !== undefined && { signal: AbortSignal.timeout(timeout) }),
    });
    const body = parsed(await response.text());
    return { status: response.status, header: (name) => response.headers.get(name), body };
  };
}

const plainFetch: Library = async (origin, agent) => retrying(overFetch(origin, agent));

/** Reads once more where a body was cut after the library had given the response away. */
function rereading(once: Send): Send {
  return (request) =>
    once(request).catch(async (error: unknown) => {
      if (request.method !== 'GET' || request.timeout !== undefined) throw error;
      await pause(withJitter(0));
      return retrying(once)(request);
    });
}

const undici: Library = async (origin, agent) => {
  interface Reply {
    readonly statusCode: number;
    readonly headers: Readonly<Record<string, string | undefined>>;
    readonly body: { text: () => Promise<string> };
  }
  interface Undici {
    readonly Agent: new () => unknown;
    readonly RetryAgent: new (agent: unknown, options: object) => unknown;
    readonly request: (url: URL, options: object) => Promise<Reply>;
  }
  const { Agent, RetryAgent, request: send } = await installed<Undici>('undici');
  const methods = ['GET', 'PUT', 'PATCH', 'POST', 'DELETE'];
  const options = { maxRetries: 4, minTimeout: 200, timeoutFactor: 2, methods, statusCodes: waited };
  const plain = new Agent();
  const retries = new RetryAgent(plain, options);
  return rereading(async (request) => {
    const { method, target, json, timeout } = request;
    const { statusCode, headers, body } = await send(new URL(target, origin), {
      ...{ method, headers: headersOf(request, agent) },
      dispatcher: isRepeatable(request) && timeout === undefined ? retries : plain,
      ...(json !== undefined && { body: JSON.stringify(json) }),
      ...(timeout !== undefined && { signal: AbortSignal.timeout(timeout) }),
    });
    return { status: statusCode, header: (name) => headers[name] ?? null, body: parsed(await body.text()) };
  });
};

const axios: Library = async (origin, agent) => {
  interface Reply {
    readonly status: number;
    readonly headers: Readonly<Record<string, string | undefined>>;
    readonly data: unknown;
  }
  interface Axios {
    readonly default: { create: (options: object) => { request: (options: object) => Promise<Reply> } };
  }
  interface AxiosRetry {
    readonly default: (client: object, options: object) => void;
    readonly exponentialDelay: (attempt: number, error: unknown, factor: number) => number;
  }
  const { default: library } = await installed<Axios>('axios');
  const retries = await installed<AxiosRetry>('axios-retry');
  const client = library.create({ baseURL: origin, validateStatus: (status: number) => !waited.includes(status) });
  retries.default(client, {
    retries: 4,
    retryCondition: ({ config }: { readonly config: { readonly canRepeat: boolean } }) => config.canRepeat,
    retryDelay: (attempt: number, error: unknown) => retries.exponentialDelay(attempt, error, 200),
  });
  return rereading(async (request) => {
    const { method, target, json, timeout } = request;
    const { status, headers, data } = await client.request({
      ...{ method, url: target, headers: headersOf(request, agent), canRepeat: isRepeatable(request) },
      ...(json !== undefined && { data: json }),
      ...(timeout !== undefined && { timeout, 'axios-retry': { retries: 0 } }),
    });
    return { status, header: (name) => headers[name] ?? null, body: data === '' ? undefined : data };
  });
};

const got: Library = async (origin, agent) => {
  interface Reply {
    readonly statusCode: number;
    readonly headers: Readonly<Record<string, string | undefined>>;
    readonly body: string;
  }
  const { default: library } = await installed<{ readonly default: (url: URL, options: object) => Promise<Reply> }>(
    'got',
  );
  return async (request) => {
    const { method, target, json, timeout } = request;
    const retry = {
      limit: isRepeatable(request) && timeout === undefined ? 4 : 0,
      methods: [method],
      statusCodes: waited,
    };
    const { statusCode, headers, body } = await library(new URL(target, origin), {
      ...{ method, retry, headers: headersOf(request, agent), throwHttpErrors: false },
      ...(json !== undefined && { body: JSON.stringify(json) }),
      ...(timeout !== undefined && { timeout: { request: timeout } }),
    });
    return { status: statusCode, header: (name) => headers[name] ?? null, body: parsed(body) };
  };
};

const ky: Library = async (origin, agent) => {
  type Ky = (url: URL, options: object) => Promise<globalThis.Response>;
  const { default: library } = await installed<{ readonly default: Ky }>('ky');
  return rereading(async (request) => {
    const { method, target, json, timeout } = request;
    const methods = isRepeatable(request) && timeout === undefined ? [method.toLowerCase()] : [];
    const response = await library(new URL(target, origin), {
      ...{ method, headers: headersOf(request, agent), timeout: timeout ?? 10_000 },
      retry: { limit: 4, methods, statusCodes: waited, jitter: (delay: number) => delay * (0.8 + 0.4 * Math.random()) },
      ...(json !== undefined && { json }),
    }).catch((error: { readonly response?: globalThis.Response }) => {
      if (!error.response) throw error;
      return error.response;
    });
    return {
      status: response.status,
      header: (name) => response.headers.get(name),
      body: parsed(await response.text()),
    };
  });
};

/** The client of GitHub's API. It leaves retries to plugins, so the app repeats. */
const octokit: Library = async (origin, agent) => {
  interface Reply {
    readonly status: number;
    readonly headers: Readonly<Record<string, string | undefined>>;
    readonly data?: unknown;
  }
  interface Core {
    readonly Octokit: new (options: object) => { request: (options: object) => Promise<Reply> };
  }
  const { Octokit } = await installed<Core>('@octokit/core');
  const log = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };
  const client = new Octokit({ baseUrl: origin, userAgent: agent, log });
  return retrying(async ({ method, target, headers, json, timeout }) => {
    const url = target.startsWith('http') ? target : origin + target;
    const request = timeout === undefined ? {} : { request: { signal: AbortSignal.timeout(timeout) } };
    const reply = await client
      .request({ method, url, headers: headers ?? {}, ...(json as object), ...request })
      .catch((error: { readonly status?: number; readonly response?: Reply }) => {
        if (!error.response) throw error;
        return error.response;
      });
    return { status: reply.status, header: (name) => reply.headers[name] ?? null, body: reply.data };
  });
};

class Refused extends Error {
  readonly response: Response;

  constructor(response: Response) {
    super(String(response.status));
    this.response = response;
  }
}

const tanstack: Library = async (origin, agent) => {
  interface Query {
    readonly QueryClient: new () => {
      fetchQuery: (options: object) => Promise<Response>;
      getMutationCache: () => {
        build: (client: object, options: object) => { execute: (request: Request) => Promise<Response> };
      };
    };
  }
  const { QueryClient } = await installed<Query>('@tanstack/query-core');
  const client = new QueryClient();
  const once = overFetch(origin, agent);
  const orThrow = async (request: Request) => {
    const response = await once(request);
    if (waited.includes(response.status)) throw new Refused(response);
    return response;
  };
  const options = (request: Request) => ({
    retry: isRepeatable(request) && request.timeout === undefined ? 4 : false,
    retryDelay: (attempt: number, error: Error) => {
      const seconds = error instanceof Refused ? error.response.header('retry-after') : null;
      return seconds === null ? withJitter(attempt) : Number(seconds) * 1000 + 20;
    },
  });
  return (request) =>
    request.method === 'GET'
      ? client.fetchQuery({
          ...options(request),
          queryKey: [request.target, request.headers],
          queryFn: () => orThrow(request),
        })
      : client
          .getMutationCache()
          .build(client, { ...options(request), mutationFn: orThrow })
          .execute(request);
};

export const libraries: readonly (readonly [name: string, library: Library])[] = [
  ['fetch', plainFetch],
  ['undici RetryAgent', undici],
  ['axios with axios-retry', axios],
  ['got', got],
  ['ky', ky],
  ['octokit', octokit],
  ['TanStack Query', tanstack],
];
