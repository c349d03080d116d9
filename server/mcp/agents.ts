/**
 * The MCP server over its two transports. It is built into a file of its own, which is loaded when the first agent comes:
 * a program without agents does not pay for the SDK.
 */
import type { IncomingHttpHeaders } from 'node:http';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js';
import { problem } from '../domain/basics/problem.ts';
import { type HttpResponse, httpResponse, problemResponse } from '../message/http-response.ts';
import { Agent, type AgentOptions } from './agent.ts';

/** Connects an agent over stdin and stdout. It leaves when stdin ends; the caller ends it. */
export async function connectStdio(options: AgentOptions): Promise<Agent> {
  const agent = new Agent(options);
  await agent.connect(new StdioServerTransport());
  return agent;
}

/** A message of an agent over HTTP. */
export interface AgentMessage {
  readonly method: string;
  readonly headers: IncomingHttpHeaders;
  /** The JSON of the body; undefined without one. */
  readonly body: unknown;
}

interface ConnectedAgent {
  readonly agent: Agent;
  readonly transport: WebStandardStreamableHTTPServerTransport;
  readonly idle: NodeJS.Timeout;
}

/** Agents that are connected at a time; a further one ends the agent that was used least recently. */
const mostAgents = 100;

/** Milliseconds without a message after which an agent has left, as a session of the mock ends then. */
const idleLimit = 30 * 60_000;

const readHeaders = ['accept', 'content-type', 'mcp-session-id', 'mcp-protocol-version'];

/** The agents that are connected over Streamable HTTP, by their MCP session. There is no stream: the server only responds. */
export class HttpAgents {
  readonly #options: AgentOptions;
  /** The least recently used first. */
  readonly #connected = new Map<string, ConnectedAgent>();

  constructor(options: AgentOptions) {
    this.#options = options;
  }

  /** The response to a message. A message without a session must begin one. */
  async respond({ method, headers, body }: AgentMessage): Promise<HttpResponse> {
    const session = headers['mcp-session-id'];
    const known = typeof session === 'string' ? this.#used(session) : undefined;
    if (session !== undefined && !known) {
      return problemResponse(problem('unknown-session', 'The MCP session has ended. Initialize another one.'));
    }
    const transport = known?.transport ?? (await this.#newTransport());
    const given = readHeaders.flatMap((name) => {
      const value = headers[name];
      return typeof value === 'string' ? [[name, value] as [string, string]] : [];
    });
    const request = new Request('http://127.0.0.1/mcp', { method, headers: given });
    const response = await transport.handleRequest(request, { parsedBody: body });
    const text = await response.text();
    return httpResponse(response.status, Object.fromEntries(response.headers), text === '' ? null : text);
  }

  /** Ends every agent. */
  async close(): Promise<void> {
    await Promise.all(Array.from(this.#connected.keys(), (session) => this.#end(session)));
  }

  #used(session: string): ConnectedAgent | undefined {
    const found = this.#connected.get(session);
    if (!found) return undefined;
    found.idle.refresh();
    this.#connected.delete(session);
    this.#connected.set(session, found);
    return found;
  }

  /** The transport of a new agent, which counts once it has initialized its session. */
  async #newTransport(): Promise<WebStandardStreamableHTTPServerTransport> {
    const agent = new Agent(this.#options);
    const transport = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: () => agent.session,
      enableJsonResponse: true,
      onsessioninitialized: async (session) => {
        const idle = setTimeout(() => void this.#end(session), idleLimit).unref();
        this.#connected.set(session, { agent, transport, idle });
        const [oldest] = this.#connected.keys();
        if (oldest !== undefined && this.#connected.size > mostAgents) await this.#end(oldest);
      },
      onsessionclosed: (session) => this.#end(session),
    });
    await agent.connect(transport);
    return transport;
  }

  async #end(session: string): Promise<void> {
    const found = this.#connected.get(session);
    if (!found) return;
    this.#connected.delete(session);
    clearTimeout(found.idle);
    await found.agent.end();
  }
}
