import { headerOf } from './headers.ts';

/** A request to write as code. */
export interface SnippetRequest {
  readonly method: string;
  readonly target: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** Text, or bytes that are not UTF-8. */
  readonly body: string | { readonly base64: string } | null;
}

export const snippetNames = { curl: 'cURL', fetch: 'fetch', httpie: 'HTTPie', playwright: 'Playwright test' } as const;

export type SnippetKind = keyof typeof snippetNames;

export const snippetKinds: readonly SnippetKind[] = ['curl', 'fetch', 'httpie', 'playwright'];

/** Code that sends the request. `origin` is the mock's address; `status` is the last response's, for assertions. */
export function snippet(kind: SnippetKind, request: SnippetRequest, origin: string, status: number | null): string {
  const url = origin + request.target;
  switch (kind) {
    case 'curl':
      return curl(request, url);
    case 'fetch':
      return fetchCall(request, url);
    case 'httpie':
      return httpie(request, url);
    case 'playwright':
      return playwrightTest(request, url, status);
  }
}

/** For a POSIX shell. Turns off what curl would add: globbing and a guessed media type. */
function curl({ method, headers, body }: SnippetRequest, url: string): string {
  const bytes = body === null ? null : bytesOf(body);
  const parts = ['curl -i', '--globoff', '--path-as-is'];
  if (method === 'HEAD') parts.push('--head');
  else if (method !== 'GET' || body !== null) parts.push(`-X ${quotedWhereNeeded(method)}`);
  parts.push(quoted(url));
  // curl sends an empty header for `name;` and removes a header for `name:`.
  for (const [name, value] of headers) parts.push(`-H ${quoted(value === '' ? `${name};` : `${name}: ${value}`)}`);
  if (body !== null && headerOf(headers, 'content-type') === undefined) parts.push(`-H ${quoted('Content-Type:')}`);
  if (bytes !== null) parts.push('--data-binary @-');
  else if (typeof body === 'string') parts.push(`--data-raw ${quoted(body)}`);
  return piped(bytes, parts.join(' '));
}

/**
 * For HTTPie 3 and a POSIX shell. Its grammar cannot write a backslash right before one of `:;=@`, so a header loses such
 * a backslash.
 */
function httpie({ method, headers, body }: SnippetRequest, url: string): string {
  const bytes = body === null ? null : bytesOf(body);
  const parts = ['http', '--path-as-is'];
  if (bytes === null) parts.push('--ignore-stdin');
  if (bytes === null && typeof body === 'string') parts.push(`--raw=${quoted(body)}`);
  if (headers.some(([name]) => name.startsWith('-'))) parts.push('--');
  parts.push(quotedWhereNeeded(method), quoted(url));
  for (const [name, value] of headers) parts.push(quoted(value === '' ? `${name};` : `${name}:${leading(value)}`));
  // `name:` removes a header that HTTPie would add.
  const added = body === null ? [] : ['Content-Type', 'Accept'];
  for (const name of added) if (headerOf(headers, name) === undefined) parts.push(`${name}:`);
  return piped(bytes, parts.join(' '));
}

/** Escapes a first character that HTTPie would read as a file name or as JSON. */
function leading(value: string): string {
  return /^[=@]/.test(value) ? `\\${value}` : value;
}

/** The body as base64 if it cannot be a shell argument: binary, or text with NUL. */
function bytesOf(body: string | { readonly base64: string }): string | null {
  if (typeof body !== 'string') return body.base64;
  if (!body.includes('\0')) return null;
  return btoa(Array.from(new TextEncoder().encode(body), (byte) => String.fromCharCode(byte)).join(''));
}

function piped(base64: string | null, command: string): string {
  return base64 === null ? command : `printf %s ${quoted(base64)} | base64 -d | ${command}`;
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

function quotedWhereNeeded(text: string): string {
  return /^[\w-]+$/.test(text) ? text : quoted(text);
}

function fetchCall({ method, headers, body }: SnippetRequest, url: string): string {
  const options = [
    ...(method === 'GET' ? [] : [`method: ${JSON.stringify(method)},`]),
    ...(headers.length === 0 ? [] : ['headers: [', ...headers.map((header) => `  ${JSON.stringify(header)},`), '],']),
    ...(body === null ? [] : [`body: ${fetchBody(body)},`]),
  ];
  const argument = options.length === 0 ? '' : `, {\n${options.map((line) => `  ${line}\n`).join('')}}`;
  return `const response = await fetch(${JSON.stringify(url)}${argument});\n`;
}

function fetchBody(body: string | { readonly base64: string }): string {
  if (typeof body === 'string') return JSON.stringify(body);
  return `Uint8Array.from(atob(${JSON.stringify(body.base64)}), (character) => character.charCodeAt(0))`;
}

function playwrightTest(request: SnippetRequest, url: string, status: number | null): string {
  const { method, target, headers, body } = request;
  const joined = Object.fromEntries(headers.map(([name]) => [name, headerOf(headers, name) ?? '']));
  const options = [
    `method: ${JSON.stringify(method)},`,
    ...(headers.length === 0
      ? []
      : [
          'headers: {',
          ...Object.entries(joined).map(([name, value]) => `  ${JSON.stringify(name)}: ${JSON.stringify(value)},`),
          '},',
        ]),
    // A buffer, because Playwright would encode a string as JSON if the media type is JSON.
    ...(body === null ? [] : [`data: ${playwrightBody(body)},`]),
  ];
  return [
    `import { expect, test } from '@playwright/test';`,
    '',
    `test(${JSON.stringify(`${method} ${target}`)}, async ({ request }) => {`,
    `  const response = await request.fetch(${JSON.stringify(url)}, {`,
    ...options.map((line) => `    ${line}`),
    '  });',
    `  expect(response.status()).toBe(${status ?? 200});`,
    '});',
    '',
  ].join('\n');
}

function playwrightBody(body: string | { readonly base64: string }): string {
  if (typeof body === 'string') return `Buffer.from(${JSON.stringify(body)})`;
  return `Buffer.from(${JSON.stringify(body.base64)}, 'base64')`;
}
