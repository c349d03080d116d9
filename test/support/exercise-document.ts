import type { CollectionDefinition } from '../../server/domain/model/collection-definition.ts';
import { hostValue, temporaryHost } from './temporary-host.ts';

/** What became of an OpenAPI document that was imported into an empty workspace and called. */
export interface DocumentReport {
  /** Operations of the document, as `GET /pets/{petId}`. */
  readonly operations: readonly string[];
  /** Operations of lists and of single records; the others are actions, which no records can answer. */
  readonly possible: readonly string[];
  /** Possible operations that the mock API answered with 2xx at the place of their collection. */
  readonly answered: readonly string[];
  readonly collections: readonly string[];
  /** Collections in which a POST without a key made a record, as a GET then found it. */
  readonly creatable: readonly string[];
  /** Collections for which five records can be generated. */
  readonly generated: readonly string[];
  readonly failures: readonly string[];
}

/** The paths of a document with the methods of each. */
export type Paths = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

const listMethods = ['get', 'post'];
const recordMethods = ['get', 'put', 'patch', 'delete'];

/** Imports a document, then lists, creates, replaces, patches, deletes and generates records in each of its collections. */
export async function exerciseDocument(text: string, fileName: string, paths: Paths): Promise<DocumentReport> {
  const settings = { port: 0, consolePort: 1 };
  await using temporary = await temporaryHost({ format: 'mock-api-console', version: 1, settings, collections: {} });
  const { host } = temporary;
  const preview = await hostValue(host, 'import.preview', { text, fileName });
  const collections = preview.collections.map(({ name }) => name);
  if (collections.length > 0) await hostValue(host, 'import.apply', { id: preview.id, collections });
  await hostValue(host, 'server.start', {});
  const server = host.server();
  if (server.state !== 'listening') throw new Error('The mock server does not listen.');
  const works = new Set<string>();
  const failures: string[] = [];
  const generated: string[] = [];
  for (const name of collections) {
    const made = await host.call('records.generate', { collection: name, count: 5, seed: 7, as: 'add' });
    if (made.ok) generated.push(name);
    else failures.push(`${name} generate: ${made.problem.detail}`);
    for (const method of await exercise(`${server.url}/api/${name}`, failures)) works.add(`${method} ${name}`);
  }
  const operations: string[] = [];
  const possible: string[] = [];
  const answered: string[] = [];
  for (const [path, item] of Object.entries(paths)) {
    for (const method of Object.keys(item)) {
      if (!/^(?:get|put|post|delete|patch|head|options|trace)$/.test(method)) continue;
      const operation = `${method.toUpperCase()} ${path}`;
      operations.push(operation);
      const segments = path
        .replace(/\/$|\.json$/g, '')
        .split('/')
        .filter(Boolean);
      const isRecord = /^\{[^{}]+\}$/.test(segments.at(-1) ?? '');
      const names = segments.slice(0, isRecord ? -1 : undefined).filter((segment) => !segment.startsWith('{'));
      if (!(isRecord ? recordMethods : listMethods).includes(method)) continue;
      possible.push(operation);
      const name = [names.at(-1) ?? '', names.slice(-2).join('-')].find((one) => collections.includes(one));
      if (works.has(`${isRecord ? 'record' : 'list'} ${method} ${name}`)) answered.push(operation);
    }
  }
  const creatable = collections.filter((name) => works.has(`list post ${name}`));
  return { operations, possible, answered, collections, creatable, generated, failures };
}

async function exercise(url: string, failures: string[]): Promise<readonly string[]> {
  const works: string[] = [];
  const send = async (what: string, to: string, method: string, body?: unknown) => {
    const headers = { 'content-type': 'application/json' };
    const response = await fetch(to, { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) });
    const text = await response.text();
    if (response.ok) works.push(`${what} ${method.toLowerCase()}`);
    else failures.push(`${method} ${new URL(to).pathname}: ${response.status} ${text.slice(0, 200)}`);
    return { response, value: text === '' ? undefined : JSON.parse(text) };
  };
  const { value: list } = await send('list', url, 'GET');
  const [first] = list.items as readonly Record<string, unknown>[];
  if (!first) return works;
  const { value: description } = await send('none', new URL('/openapi.json', url).href, 'GET');
  const key = keyIn(description, new URL(url).pathname);
  const { [key]: _, ...keyless } = first;
  const { response, value: created } = await send('list', url, 'POST', keyless);
  if (!response.ok) return works;
  const own = new URL(response.headers.get('location') ?? '', url).href;
  await send('record', own, 'GET');
  await send('record', own, 'PUT', created);
  await send('record', own, 'PATCH', {});
  await send('record', own, 'DELETE');
  return works;
}

function keyIn(
  description: { paths: Record<string, Record<string, unknown>> },
  path: string,
): CollectionDefinition['key'] {
  const [, item] = Object.entries(description.paths).find(([name]) => name.startsWith(`${path}/{`)) ?? [];
  return String(item?.['x-key'] ?? 'id');
}
