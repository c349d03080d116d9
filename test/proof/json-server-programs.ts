/** json-server itself, in both of its versions. */
import { createServer, type RequestListener, type Server } from 'node:http';
import type { JsonObject } from '../../server/domain/json/json.ts';
import { installed } from './installed.ts';

/** Starts json-server on a free port, over this content. */
export type Start = (content: JsonObject) => Promise<Server>;

interface OldJsonServer {
  readonly default: {
    create(): RequestListener & { use(handler: unknown): void };
    router(content: JsonObject): unknown;
  };
}

export async function startOld(content: JsonObject): Promise<Server> {
  const { default: jsonServer } = await installed<OldJsonServer>('json-server-0');
  const app = jsonServer.create();
  app.use(jsonServer.router(content));
  return listening(createServer(app));
}

interface NewJsonServer {
  createApp(database: unknown, options: object): { listen(port: number, done?: () => void): Server };
}

export async function startNew(content: JsonObject): Promise<Server> {
  const { createApp } = await installed<NewJsonServer>('json-server-1/lib/app.js');
  const app = createApp({ data: content, write: () => Promise.resolve() }, { logger: false });
  return listening(app.listen(0));
}

function listening(server: Server): Promise<Server> {
  if (!server.listening) server.listen(0);
  return new Promise((resolve) =>
    server.listening ? resolve(server) : server.once('listening', () => resolve(server)),
  );
}
