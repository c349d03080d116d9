import { execFileSync } from 'node:child_process';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { headerOf } from '../../../renderer/exchange/headers.ts';
import { type SnippetKind, type SnippetRequest, snippet } from '../../../renderer/exchange/snippets.ts';
import { rounds } from '../../support/rounds.ts';

const origin = 'http://127.0.0.1:4010';
const hostile = [
  '$(touch x)',
  '`id`',
  "';id;'",
  '"$HOME"',
  '\\',
  '!!',
  '@/etc/passwd',
  '-o',
  '*',
  '~',
  '\n',
  '\u2028',
  'é',
  '\0',
];
const text = fc.array(fc.oneof(fc.string({ maxLength: 4 }), fc.constantFrom(...hostile))).map((all) => all.join(''));
/** Valid header field values. */
const value = text.map((one) => one.replace(/[^\t -~]/g, '').trim());
const drafts: fc.Arbitrary<SnippetRequest & { readonly body: string | null }> = fc.record({
  method: fc.constantFrom('GET', 'HEAD', 'PATCH', 'M-SEARCH'),
  target: text.map((one) => `/${one.replace(/[^!-~]/g, '')}`),
  headers: fc.uniqueArray(fc.tuple(fc.constantFrom('If-Match', 'Prefer', 'Content-Type', '-x', "a'b"), value), {
    selector: ([name]) => name,
  }),
  body: fc.option(text),
});

interface Run {
  readonly arguments: readonly string[];
  readonly stdin: Buffer;
}

/** Runs a command in a real shell and returns the arguments and input of the program. */
function runOf(program: string, command: string): Run {
  const shown = `${program}() { for argument; do printf '%s\\001' "$argument"; done; printf '\\002'; cat; }; ${command}`;
  const out = execFileSync('/bin/sh', ['-c', shown], { input: '' });
  const end = out.indexOf(2);
  return { arguments: out.toString('utf8', 0, end).split('\u0001').slice(0, -1), stdin: out.subarray(end + 1) };
}

function runSnippet(kind: SnippetKind, program: string, request: SnippetRequest): Run {
  return runOf(program, snippet(kind, request, origin, null));
}

test('the shell passes the exact request to curl, even hostile text', () => {
  fc.assert(
    fc.property(drafts, (draft) => {
      const { arguments: given, stdin } = runSnippet('curl', 'curl', draft);
      const after = (flag: string) => given.filter((_, index) => given[index - 1] === flag);
      expect(given).toContain(origin + draft.target);
      if (draft.body?.includes('\0')) expect([after('--data-binary'), stdin.toString()]).toEqual([['@-'], draft.body]);
      else expect(after('--data-raw')).toEqual(draft.body === null ? [] : [draft.body]);
      const sent = draft.headers.map(([name, one]) => (one === '' ? `${name};` : `${name}: ${one}`));
      expect(after('-H').filter((one) => one !== 'Content-Type:')).toEqual(sent);
      if (draft.method === 'PATCH') expect(after('-X')).toEqual(['PATCH']);
    }),
    { numRuns: rounds(60) },
  );
});

/** Parses a header argument as HTTPie does; a backslash escapes a character. */
function httpieHeader(argument: string): readonly [string, string] {
  let name = '';
  let place = 0;
  for (; argument[place] !== ':' && argument[place] !== ';'; place++) name += argument[place];
  if (argument[place] === ';') return [name, ''];
  expect(argument.slice(place)).not.toMatch(/^:[=@]/);
  return [name, argument.slice(place + 1).replace(/\\([:;=@])/g, '$1')];
}

test('the shell passes the exact request to HTTPie', () => {
  fc.assert(
    fc.property(drafts, (draft) => {
      const { arguments: given, stdin } = runSnippet('httpie', 'http', draft);
      const place = given.indexOf(origin + draft.target);
      expect(given[place - 1]).toBe(draft.method);
      const headers = given.slice(place + 1).map(httpieHeader);
      const wanted = draft.headers.map(([name, one]) => [name, one.replace(/\\([:;=@])/g, '$1')]);
      expect(headers.slice(0, wanted.length)).toEqual(wanted);
      if (draft.headers.some(([name]) => name.startsWith('-'))) expect(given[place - 2]).toBe('--');
      const body = given.find((one) => one.startsWith('--raw='))?.slice('--raw='.length) ?? null;
      if (draft.body?.includes('\0')) expect([body, stdin.toString()]).toEqual([null, draft.body]);
      else expect(body).toBe(draft.body);
    }),
    { numRuns: rounds(60) },
  );
});

test('binary bodies reach every program unchanged', async () => {
  const request = { method: 'PUT', target: '/', headers: [], body: { base64: '/wABAg==' } };
  const bytes = Buffer.from([0xff, 0, 1, 2]);
  expect(runSnippet('curl', 'curl', request).stdin).toEqual(bytes);
  expect(runSnippet('httpie', 'http', request).stdin).toEqual(bytes);
  const calls: { body: Uint8Array }[] = [];
  new Function('fetch', `return (async () => { ${snippet('fetch', request, origin, null)} })();`)(
    (_url: string, options: { body: Uint8Array }) => calls.push(options),
  );
  expect(Buffer.from(calls[0]?.body ?? [])).toEqual(bytes);
});

test('the fetch call sends the exact request', async () => {
  await fc.assert(
    fc.asyncProperty(drafts, async (draft) => {
      const calls: unknown[][] = [];
      const run = new Function('fetch', `return (async () => { ${snippet('fetch', draft, origin, null)} })();`);
      await run((...args: unknown[]) => calls.push(args));
      const [url, options = {}] = calls[0] ?? [];
      expect(url).toBe(origin + draft.target);
      const { method = 'GET', headers = [], body = null } = options as Record<string, unknown>;
      expect({ method, headers, body }).toEqual({ method: draft.method, headers: draft.headers, body: draft.body });
    }),
  );
});

test('the Playwright test sends the request and expects its status', async () => {
  await fc.assert(
    fc.asyncProperty(drafts, fc.constantFrom(200, 412), async (draft, status) => {
      const code = snippet('playwright', draft, origin, status).replace(/^import .*$/m, '');
      const bodies: ((fixtures: unknown) => Promise<void>)[] = [];
      const expected: number[] = [];
      new Function('test', 'expect', code)(
        (_title: string, body: (fixtures: unknown) => Promise<void>) => bodies.push(body),
        () => ({ toBe: (number: number) => expected.push(number) }),
      );
      const sent: unknown[][] = [];
      const fetch = async (...args: unknown[]) => {
        sent.push(args);
        return { status: () => 0 };
      };
      await bodies[0]?.({ request: { fetch } });
      expect(expected).toEqual([status]);
      const [url, options] = sent[0] as [string, { method: string; headers?: Record<string, string>; data?: Buffer }];
      expect([url, options.method]).toEqual([origin + draft.target, draft.method]);
      expect(options.data?.toString() ?? null).toBe(draft.body?.toString() ?? null);
      for (const [name] of draft.headers) expect(options.headers?.[name]).toBe(headerOf(draft.headers, name));
    }),
  );
});
