import { basename } from 'node:path';
import { problem } from '../domain/basics/problem.ts';
import { accept, type Result, refuse } from '../domain/basics/result.ts';
import { isJsonArray, isJsonObject, type Json, type JsonObject, member } from '../domain/json/json.ts';
import { parseJson } from '../domain/json/json-text.ts';
import { junitReport } from '../domain/report/junit.ts';
import type { ReceivedBody, ReceivedRequest } from '../domain/verification/comparison.ts';
import { countOutcomes, verificationReport } from '../domain/verification/result.ts';
import { Verification } from '../domain/verification/verification.ts';
import { headerValue } from '../message/header-lines.ts';
import { parseTarget } from '../message/request-target.ts';
import { readExpectations } from '../store/expectations-file.ts';
import { isHar } from '../store/formats/document-kinds.ts';
import { parseFile } from '../store/formats/json-file.ts';
import { verificationLines } from './verification-report.ts';

export interface VerifiedArchive {
  readonly lines: readonly string[];
  readonly isMet: boolean;
  /** The results as JUnit XML. */
  readonly report: string;
}

/** Compares the requests of an HTTP archive (HAR 1.2), in its order, with the expectations of a file. */
export async function verifyArchive(
  expectationsPath: string,
  text: string,
  archivePath: string,
): Promise<Result<VerifiedArchive>> {
  const expectations = await readExpectations(expectationsPath);
  if (!expectations.ok) return expectations;
  const parsed = parseFile(text);
  if (!parsed.ok || !isHar(parsed.value)) {
    return refuse(problem('invalid-workspace', `${archivePath} is no HTTP archive (HAR).`));
  }
  const log = objectIn(parsed.value, 'log');
  const entries = member(log, 'entries');
  const requests = (isJsonArray(entries) ? entries : []).map((entry, index) => receivedRequest(entry, index + 1));
  const verification = new Verification();
  for (const expectation of expectations.value) verification.declare(expectation, { first: 1, lost: 0 }, requests);
  const results = verification.results();
  return accept({
    lines: verificationLines(results),
    isMet: countOutcomes(results).met === results.length,
    report: junitReport(verificationReport(results, basename(expectationsPath), Date.now())),
  });
}

function receivedRequest(entry: Json, id: number): ReceivedRequest {
  const request = objectIn(entry, 'request');
  const target = textIn(request, 'url').replace(/^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i, '') || '/';
  const parsed = parseTarget(target);
  const { path, query } = parsed.ok ? parsed.value : { path: target, query: '' };
  const headers = member(request, 'headers');
  const lines = (isJsonArray(headers) ? headers : []).flatMap((one) => [nameIn(one, 'name'), nameIn(one, 'value')]);
  return {
    id,
    method: textIn(request, 'method'),
    path,
    query,
    status: statusOf(objectIn(entry, 'response')),
    header: (name) => headerValue(lines, name),
    body: () => bodyOf(request),
  };
}

/** HAR writes 0 for a request without a response. */
function statusOf(response: JsonObject): number | null {
  const status = member(response, 'status');
  return typeof status === 'number' && status > 0 ? status : null;
}

function bodyOf(request: JsonObject): ReceivedBody {
  const sent = member(request, 'postData');
  if (!isJsonObject(sent)) return Number(member(request, 'bodySize')) > 0 ? { kind: 'unknown' } : { kind: 'none' };
  const json = parseJson(textIn(sent, 'text'));
  return json.ok ? { kind: 'json', value: json.value } : { kind: 'other' };
}

function objectIn(holder: Json, name: string): JsonObject {
  const value = isJsonObject(holder) ? member(holder, name) : undefined;
  return isJsonObject(value) ? value : {};
}

function nameIn(holder: Json, name: string): string {
  return isJsonObject(holder) ? textIn(holder, name) : '';
}

function textIn(holder: JsonObject, name: string): string {
  const value = member(holder, name);
  return typeof value === 'string' ? value : '';
}
