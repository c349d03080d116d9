/** The client of the console API for test code. The package exports this file as `mock-api-console/client`. */
export type { RequestDetail } from '../contract/schema/output.ts';
export type { Json, JsonObject } from '../domain/json/json.ts';
export type { DeclaredRule, DeclaredScenario } from '../domain/scenario/scenario.ts';
export type { AuditOptions, Audits, SceneOptions } from './audit.ts';
export type { Call, ConsoleAddress } from './call.ts';
export type { Commands } from './commands.ts';
export { connect, type MockConsole } from './connect.ts';
export { AuditError, type ErrorCode, MockConsoleError, VerificationError } from './errors.ts';
export type { Expectations, ExpectedRequest } from './expectations.ts';
export type { FromSchema } from './from-schema.ts';
export type { LiveCollection, LiveRecords, RecordChange } from './records.ts';
export type { LoggedRequest, RequestMatch, Requests } from './requests.ts';
export { rule } from './rule.ts';
export type { Scenarios } from './scenarios.ts';
export { type MockProgram, type ServeOptions, serve } from './serve.ts';
export type { MockSession } from './session.ts';
