import { type MockConsole, type MockProgram, type MockSession, type ServeOptions, serve } from './client.ts';

/** The hooks of a test runner. The last argument is a time limit in milliseconds. */
export interface Hooks {
  readonly beforeAll: (work: () => Promise<void>, timeout: number) => void;
  readonly beforeEach: (work: () => Promise<void>) => void;
  readonly afterEach: (work: () => Promise<void>) => void;
  readonly afterAll: (work: () => Promise<void>, timeout: number) => void;
}

/** A mock for the tests of a file, or of the `describe` that it stands in. */
export interface TestMock {
  /** URL of the mock API. */
  readonly url: string;
  /** The client, for all requests. */
  readonly client: MockConsole;
  /** The session of the running test. Send `session.headers` with each request that belongs to it. */
  readonly session: MockSession;
}

/** Milliseconds that a start may take. */
const startLimit = 60_000;

/** Starts a mock before all tests, gives each test a fresh session, and stops the mock after them. */
export function mockFor({ beforeAll, beforeEach, afterEach, afterAll }: Hooks, options: ServeOptions): TestMock {
  let program: MockProgram | undefined;
  let session: MockSession | undefined;
  let tests = 0;
  beforeAll(async () => {
    program = await serve(options);
  }, startLimit);
  beforeEach(async () => {
    tests += 1;
    session = program?.client.session(`test-${tests}`);
  });
  afterEach(async () => {
    await session?.drop();
    session = undefined;
  });
  afterAll(async () => {
    await program?.stop();
    program = undefined;
  }, startLimit);
  return {
    get url() {
      return running(program).mock;
    },
    get client() {
      return running(program).client;
    },
    get session() {
      return running(session);
    },
  };
}

function running<T>(part: T | undefined): T {
  if (part === undefined) throw new Error('The mock runs inside tests only. Read its members in a test or a hook.');
  return part;
}
