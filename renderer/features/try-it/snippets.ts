import { type Draft, headerOf } from './draft.ts';

export type SnippetKind = 'curl' | 'fetch' | 'playwright';

export const snippetNames: Readonly<Record<SnippetKind, string>> = {
  curl: 'cURL',
  fetch: 'fetch',
  playwright: 'Playwright test',
};

/** The request as text that does the same elsewhere. `origin` is the mock's address; `status` is what it answered last. */
export function snippet(kind: SnippetKind, draft: Draft, origin: string, status: number | null): string {
  const url = origin + draft.target;
  switch (kind) {
    case 'curl':
      return curl(draft, url);
    case 'fetch':
      return fetchCall(draft, url);
    case 'playwright':
      return playwrightTest(draft, url, status);
  }
}

/** For a POSIX shell. Nothing is added to what the request says: no globbing, no media type that curl would guess. */
function curl({ method, headers, body }: Draft, url: string): string {
  const parts = ['curl -i', '--globoff'];
  if (method === 'HEAD') parts.push('--head');
  else if (method !== 'GET' || body !== null) parts.push(`-X ${method}`);
  parts.push(quoted(url));
  // A name with a semicolon is how curl writes a header that is empty, a name with a colon one that it leaves out.
  for (const [name, value] of headers) parts.push(`-H ${quoted(value === '' ? `${name};` : `${name}: ${value}`)}`);
  if (body !== null) {
    if (headerOf(headers, 'content-type') === undefined) parts.push(`-H ${quoted('Content-Type:')}`);
    parts.push(`--data-raw ${quoted(body)}`);
  }
  return parts.join(' ');
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

function fetchCall({ method, headers, body }: Draft, url: string): string {
  const options = [
    ...(method === 'GET' ? [] : [`method: ${JSON.stringify(method)},`]),
    ...(headers.length === 0 ? [] : ['headers: [', ...headers.map((header) => `  ${JSON.stringify(header)},`), '],']),
    ...(body === null ? [] : [`body: ${JSON.stringify(body)},`]),
  ];
  const argument = options.length === 0 ? '' : `, {\n${options.map((line) => `  ${line}\n`).join('')}}`;
  return `const response = await fetch(${JSON.stringify(url)}${argument});\n`;
}

function playwrightTest({ method, target, headers, body }: Draft, url: string, status: number | null): string {
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
    // Bytes are sent as they are; of a text Playwright would make JSON where it is none.
    ...(body === null ? [] : [`data: Buffer.from(${JSON.stringify(body)}),`]),
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
