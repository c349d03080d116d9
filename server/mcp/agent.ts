import { randomBytes } from 'node:crypto';
import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import {
  CallToolRequestSchema,
  type CallToolResult,
  CancelledNotificationSchema,
  ErrorCode,
  ListToolsRequestSchema,
  McpError,
} from '@modelcontextprotocol/sdk/types.js';
import type { Reply } from '../contract/decode.ts';
import { ruleScenario } from '../domain/session/session-name.ts';
import type { Host } from '../host.ts';
import { type ToolContext, tools } from './tools.ts';

export interface AgentOptions {
  readonly host: Pick<Host, 'call' | 'server'>;
  /** The version of the program. */
  readonly version: string;
}

/** An agent that is connected: an MCP server of its own, which works in one session of the mock. */
export class Agent {
  /** The name of the agent's session, on the mock as in MCP. */
  readonly session = `agent-${randomBytes(12).toString('hex')}`;
  readonly #options: AgentOptions;
  readonly #context: ToolContext;
  readonly #server: Server;
  #ended: Promise<void> | undefined;

  constructor(options: AgentOptions) {
    this.#options = options;
    const { session } = this;
    const command = (name: string, input: unknown) => options.host.call(name, input, { console: session });
    this.#context = { session, command: command as ToolContext['command'] };
    this.#server = this.#createServer();
  }

  async connect(transport: Transport): Promise<void> {
    await this.#server.connect(transport);
  }

  /** Ends the session with its live state, its expectations and the scenario that the agent has written. */
  end(): Promise<void> {
    this.#ended ??= this.#drop();
    return this.#ended;
  }

  async #drop(): Promise<void> {
    const { session, command } = this.#context;
    await command('expectations.clear', { session });
    await command('sessions.drop', { name: session });
    await command('scenarios.remove', { name: ruleScenario(session) });
    await this.#server.close();
  }

  #createServer(): Server {
    const { host, version } = this.#options;
    const mock = host.server();
    const urls = mock.state === 'listening' ? [mock.url, ...(mock.https ? [mock.https.url] : [])] : [];
    const where = urls.length === 0 ? '' : ` at ${urls.join(' and ')}`;
    const instructions =
      `You work in the session ${this.session} of a mock API${where}. It has its own live records, scenario and ` +
      `expectations, and nobody else notices. Every request of the code under test needs the header ` +
      `"X-Mock-Session: ${this.session}".`;
    const server = new Server({ name: 'mock-api-console', version }, { capabilities: { tools: {} }, instructions });
    server.setRequestHandler(ListToolsRequestSchema, () => ({
      tools: Array.from(tools, ([name, { description, inputSchema, isReadOnly }]) => ({
        ...{ name, description, inputSchema },
        annotations: { readOnlyHint: isReadOnly, destructiveHint: false, openWorldHint: false },
      })),
    }));
    server.setRequestHandler(CallToolRequestSchema, ({ params }) => this.#call(params.name, params.arguments));
    // The tools are quick. A cancelled request without a response would keep its HTTP connection waiting.
    server.setNotificationHandler(CancelledNotificationSchema, () => undefined);
    return server;
  }

  async #call(name: string, given: unknown): Promise<CallToolResult> {
    const tool = tools.get(name);
    if (!tool) throw new McpError(ErrorCode.InvalidParams, `There is no tool "${name}".`);
    if (this.#ended) throw new McpError(ErrorCode.ConnectionClosed, 'The session has ended.');
    await this.#begin();
    return resultOf(await tool.call(given, this.#context));
  }

  /** Begins the session, also where it has ended because it was not used for long. */
  async #begin(): Promise<void> {
    const { session, command } = this.#context;
    const listed = await command('sessions.list', {});
    if (listed.ok && !listed.value.sessions.some(({ name }) => name === session)) {
      await command('sessions.reset', { name: session });
    }
  }
}

/** A refusal is an error of the tool: the code and the sentence of the problem, then the whole problem. */
function resultOf(reply: Reply<unknown>): CallToolResult {
  const text = (content: string) => ({ type: 'text' as const, text: content });
  if (reply.ok) return { content: [text(JSON.stringify(reply.value))] };
  const code = reply.problem.type.split('/').at(-1);
  return { isError: true, content: [text(`${code}: ${reply.problem.detail}`), text(JSON.stringify(reply.problem))] };
}
