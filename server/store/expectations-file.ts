import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { type Problem, problem } from '../domain/basics/problem.ts';
import { accept, type Result, refuse } from '../domain/basics/result.ts';
import type { Json } from '../domain/json/json.ts';
import { isSessionName, sessionNameRule } from '../domain/session/session-name.ts';
import {
  completeExpectation,
  type DeclaredExpectation,
  type Expectation,
  type RequestCount,
} from '../domain/verification/expectation.ts';
import { fileFault, isSystemError, nodeFileSystem, reasonOf } from './file-system.ts';
import { CheckedCursor, type Fault } from './formats/checked-cursor.ts';
import { decodeText } from './formats/file-text.ts';
import { parseFile, refuseFile } from './formats/json-file.ts';
import { decodeWanted, decodeWantedHeaders, isMethod, isPath } from './formats/rule-format.ts';

/** The largest number of requests that can be expected. */
const most = 2 ** 31 - 1;

/** Reads a file of expectations. Refused with `invalid-expectation`; the detail names the file and the position of the fault. */
export async function readExpectations(path: string): Promise<Result<readonly Expectation[]>> {
  const name = basename(path);
  try {
    const fault = await fileFault(path, nodeFileSystem);
    if (fault !== undefined) return refuse(invalid(`${name} cannot be opened: ${fault}.`));
    const text = decodeText(await readFile(path), name);
    const decoded = text.ok ? decodeExpectations(text.value.text) : text;
    return decoded.ok ? decoded : refuse(invalid(`${name} cannot be used: ${decoded.problem.detail}`));
  } catch (error) {
    if (!isSystemError(error)) throw error;
    return refuse(invalid(`${name} cannot be opened: ${reasonOf(error)}.`));
  }
}

/** Decodes `{"expectations": […]}`. Refused with `invalid-expectation` at a line, a column and a JSON pointer. */
export function decodeExpectations(text: string): Result<readonly Expectation[]> {
  const parsed = parseFile(text);
  if (!parsed.ok) return refuse(invalid(parsed.problem.detail));
  const faults: Fault[] = [];
  const at = CheckedCursor.over(parsed.value, faults);
  at.onlyMembers(['expectations']);
  const expectations: Expectation[] = [];
  for (const place of at.required('expectations').elements()) {
    const completed = completeExpectation(decodeExpectation(place), expectations);
    if (completed.ok) expectations.push(completed.value);
    else place.member(completed.problem.member).refuse(completed.problem.reason);
  }
  return faults.length === 0 ? accept(expectations) : refuse(invalid(refuseFile(text, faults).detail));
}

/** True for a method in upper or lower case. */
function isMethodName(value: Json): value is string {
  return typeof value === 'string' && isMethod(value.toUpperCase());
}

function decodeExpectation(at: CheckedCursor): DeclaredExpectation {
  at.onlyMembers(['name', 'method', 'path', 'query', 'headers', 'body', 'session', 'count', 'after']);
  const [name, session, after] = [at.member('name'), at.member('session'), at.member('after')];
  const [method, path] = [at.member('method'), at.member('path')];
  const [query, headers, body, count] = [
    at.member('query'),
    at.member('headers'),
    at.member('body'),
    at.member('count'),
  ];
  return {
    ...(name.value !== undefined && { name: name.text('') }),
    ...(method.value !== undefined && {
      method: method.read(isMethodName, 'must be a method such as "GET"', 'GET').toUpperCase(),
    }),
    ...(path.value !== undefined && { path: path.read(isPath, 'must be a path that begins with "/"', '/') }),
    ...(query.value !== undefined && { query: decodeWanted(query) }),
    ...(headers.value !== undefined && { headers: decodeWantedHeaders(headers) }),
    ...(body.value !== undefined && { body: body.value }),
    ...(session.value !== undefined && { session: session.read(isSession, `must be ${sessionNameRule}`, '') }),
    ...(count.value !== undefined && { count: decodeCount(count) }),
    ...(after.value !== undefined && { after: after.text('') }),
  };
}

function decodeCount(at: CheckedCursor): RequestCount {
  at.onlyMembers(['exactly', 'atLeast', 'atMost']);
  const names = at.names();
  if (names.length !== 1) at.refuse('must have one member: "exactly", "atLeast" or "atMost"');
  const number = (name: string) => at.member(name).integer(0, most, 0);
  if (names.includes('exactly')) return { exactly: number('exactly') };
  return names.includes('atMost') ? { atMost: number('atMost') } : { atLeast: number('atLeast') };
}

function isSession(value: Json): value is string {
  return typeof value === 'string' && isSessionName(value);
}

function invalid(detail: string): Problem {
  return problem('invalid-expectation', detail);
}
