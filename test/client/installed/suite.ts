/** A user's suite: starts, controls and stops the program, and prints what it saw. */
import { connect, MockConsoleError, rule, serve, VerificationError } from 'mock-api-console/client';

declare const console: { log(text: string): void };
declare const fetch: (url: string, init?: object) => Promise<{ status: number }>;

async function suite(): Promise<void> {
  const program = await serve({ workspace: 'users.json' });
  const status = async (headers: object = {}): Promise<number> =>
    (await fetch(`${program.mock}/users/1`, { headers })).status;
  const before = await status();
  const row = await program.client.call('users.setStatus', { userId: '1', status: 'inactive' });
  const live: string | undefined = row.live?.status?.toString();
  await program.client.expect({ path: '/users/{id}', count: { exactly: 2 } });
  const after = await status();
  const missed = await program.client.verify().catch((error: unknown) => error);
  const session = program.client.session('one');
  await session.rules(rule.get('/users/1').answers(503).once());
  const ruled = [await status(session.headers), await status(session.headers)];
  const { path } = await session.waitForRequest({ method: 'GET' });
  await session.verify({ method: 'GET', count: { exactly: 2 }, timeout: 1000 });
  const invalid = { userId: '1', status: 'x' } as unknown as { userId: string; status: 'active' };
  const refused = await connect(program)
    .call('users.setStatus', invalid)
    .catch((error: unknown) => error);
  await program.stop();
  const gone = await program.client.verify().catch((error: unknown) => error);
  const codes = [refused, gone].map((error) => (error instanceof MockConsoleError ? error.code : null));
  console.log(JSON.stringify({ before, live, after, missed: missed instanceof VerificationError, ruled, path, codes }));
}

void suite();
