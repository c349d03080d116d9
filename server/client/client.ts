/** The client of the console API for test code. The package exports this file as `mock-api-console/client`. */
export type { Call, ConsoleAddress } from './call.ts';
export type { Commands } from './commands.ts';
export { connect, type MockConsole } from './connect.ts';
export { MockConsoleError, VerificationError } from './errors.ts';
export type { Expectations, ExpectedRequest } from './expectations.ts';
export { type MockProgram, type ServeOptions, serve } from './serve.ts';
export type { MockSession } from './session.ts';
