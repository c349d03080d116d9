import { execFileSync } from 'node:child_process';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Draft, headerOf } from '../../../../renderer/features/try-it/draft.ts';
import { snippet } from '../../../../renderer/features/try-it/snippets.ts';

const origin = 'http://127.0.0.1:4010';
const text = fc.string({ unit: fc.constantFrom(...'aé\'"\\$`!\n@[]{} ;:'), maxLength: 12 });
const value = fc.string({ unit: fc.constantFrom(...'a\'"\\$`!;: '), maxLength: 8 }).map((one) => one.trim());
const drafts: fc.Arbitrary<Draft> = fc.record({
  method: fc.constantFrom('GET', 'HEAD', 'PATCH'),
  target: fc.stringMatching(/^\/[!"$-~]{0,12}$/),
  headers: fc.uniqueArray(fc.tuple(fc.constantFrom('If-Match', 'Prefer', 'Content-Type'), value), {
    selector: ([name]) => name,
  }),
  body: fc.option(text),
});

/** The arguments that a shell would give to curl. */
function argumentsOf(command: string): readonly string[] {
  const shown = `curl() { for argument; do printf '%s\\001' "$argument"; done; }; ${command}`;
  return execFileSync('sh', ['-c', shown]).toString().split('\u0001').slice(0, -1);
}

test('the shell hands the request to curl as it is', () => {
  fc.assert(
    fc.property(drafts, (draft) => {
      const given = argumentsOf(snippet('curl', draft, origin, null));
      const after = (flag: string) => given.filter((_, index) => given[index - 1] === flag);
      expect(given).toContain(origin + draft.target);
      expect(after('--data-raw')).toEqual(draft.body === null ? [] : [draft.body]);
      const sent = draft.headers.map(([name, one]) => (one === '' ? `${name};` : `${name}: ${one}`));
      expect(after('-H').filter((one) => one !== 'Content-Type:')).toEqual(sent);
      if (draft.method === 'PATCH') expect(after('-X')).toEqual(['PATCH']);
    }),
    { numRuns: 30 },
  );
});

test('the call of fetch has the request as it is', async () => {
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

test('the Playwright test sends the request and expects the status that it had', async () => {
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
