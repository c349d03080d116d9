import { type Problem, problem } from '../basics/problem.ts';
import { accept, type Result, refuse } from '../basics/result.ts';
import type { Work } from '../basics/work.ts';
import type { Dialect } from '../dialect/dialect.ts';
import { isJsonObject, type Json, type JsonObject } from '../json/json.ts';
import type { JsonFault } from '../json/json-fault.ts';
import { applyPatch, jsonPatchIn, type PatchFault, parsePatch } from '../json/json-patch.ts';
import { parseJson, parseJsonInPieces } from '../json/json-text.ts';
import { maxDepth, maxValues } from '../json/limits.ts';
import { mergePatch, mergePatchSteps } from '../json/merge-patch.ts';
import type { CollectionDefinition } from '../model/collection-definition.ts';
import type { StoredRecord } from '../records/stored-record.ts';
import type { MockRequest } from '../request/mock-request.ts';
import type { PatchExplanation } from './explanation.ts';
import type { PatchExplainer } from './lazy-explanation.ts';
import { recordIn } from './resource.ts';

/** Characters. The text of a smaller record takes less memory than the steps of its patch. */
const smallRecord = 512;

/** The format of a body by its media type. A PATCH with `json` may carry either kind of patch. */
export type BodyFormat = 'json' | 'merge-patch' | 'json-patch';

const formats: ReadonlyMap<string, BodyFormat> = new Map([
  ['application/json', 'json'],
  ['application/merge-patch+json', 'merge-patch'],
  ['application/json-patch+json', 'json-patch'],
]);

/** The value of Accept-Patch (RFC 5789, 3.1). */
export const acceptPatch = [...formats.keys()].join(', ');

/**
 * The format of a write's body, or `unsupported-media-type`. No Content-Type counts as `application/json`
 * (RFC 9110, 8.3, lets the recipient assume). A whole record may have the media type of the dialect too.
 */
export function bodyFormat(request: MockRequest, { mediaType, records }: Dialect): Result<BodyFormat, Problem> {
  const contentType = request.header('content-type');
  const format = formatOf(contentType ?? 'application/json');
  // A patch of SCIM has a form of its own.
  const isWhole = request.method !== 'PATCH' || records === 'resource';
  if (contentType !== undefined && isWhole && essenceOf(contentType) === mediaType) {
    return accept('json');
  }
  if (format !== undefined && (format === 'json' || request.method === 'PATCH')) return accept(format);
  const allowed = request.method === 'PATCH' ? [...formats.keys()] : ['application/json'];
  const detail = `A ${request.method} body of type "${contentType ?? ''}" is not supported; ${allowed.join(', ')} is.`;
  return refuse(problem('unsupported-media-type', detail, { header: 'Content-Type', expected: allowed }));
}

/** Tries the exact spelling first, because most clients send it. */
function formatOf(contentType: string): BodyFormat | undefined {
  return formats.get(contentType) ?? formats.get(essenceOf(contentType));
}

function essenceOf(contentType: string): string {
  return (contentType.split(';')[0] ?? '').trim().toLowerCase();
}

const bodyLimits = { maxDepth, maxValues };

/** Parses a body in pieces before an endpoint reads it: reading and writing a record are one step without a pause. */
export function parseBody(text: string): Work<Result<Json, JsonFault>> {
  return parseJsonInPieces(text, bodyLimits);
}

/** Parses the body: `bad-body` if it is not JSON, `inexact-number` if a double cannot hold a number exactly. */
function readJson(request: MockRequest): Result<Json, Problem> {
  if (request.body === undefined) return refuse(problem('bad-body', `A ${request.method} needs a JSON body.`));
  if (!request.body.ok) return request.body;
  const parsed = request.parsed ?? parseJson(request.body.value, bodyLimits);
  if (parsed.ok) return parsed;
  const { kind, detail } = parsed.problem;
  if (kind === 'too-many-values') return refuse(problem('body-too-large', detail, { limit: maxValues }));
  return refuse(problem(kind === 'inexact-number' ? 'inexact-number' : 'bad-body', detail));
}

/** Reads the record in the body of a PUT or POST; problems as of {@link readJson}, or `invalid-record`. */
export function readRecord(
  request: MockRequest,
  dialect: Dialect,
  definition: CollectionDefinition,
): Result<JsonObject, Problem> {
  const read = readJson(request);
  const body = read.ok ? recordIn(dialect, definition, request.method, read.value) : read;
  if (!body.ok) return body;
  if (isJsonObject(body.value)) return accept(body.value);
  const errors = [{ pointer: '', detail: 'must be an object' }];
  return refuse(problem('invalid-record', 'A record is a JSON object.', { errors }));
}

/** The result of a PATCH and its explanation, which is null if the patch was malformed. */
export interface PatchResult {
  readonly explainer: PatchExplainer | null;
  readonly result: Result<JsonObject, Problem>;
  /** True for a member that the patch writes, even if its value stays the same. */
  readonly names: (member: string) => boolean;
}

const namesNone = () => false;

/**
 * Applies a PATCH body to a record: a merge patch (RFC 7396) or a JSON Patch (RFC 6902), all or nothing. 400 for a
 * malformed patch, 409 for a failed `test`, 422 if the patch cannot be applied or its result is not an object.
 */
export function patchRecord(
  request: MockRequest,
  format: BodyFormat,
  current: StoredRecord,
  dialect: Dialect,
  definition: CollectionDefinition,
): PatchResult {
  const body = readJson(request);
  if (!body.ok) return { explainer: null, result: body, names: namesNone };
  const record = current.value;
  const document = format === 'json-patch' ? body.value : format === 'json' ? jsonPatchIn(body.value) : undefined;
  if (document === undefined) {
    const inForm = format === 'json' ? recordIn(dialect, definition, request.method, body.value) : body;
    if (!inForm.ok) return { explainer: null, result: inForm, names: namesNone };
    const patch = inForm.value;
    const result = objectOnly(mergePatch(record, patch));
    const names = (name: string) => isJsonObject(patch) && Object.hasOwn(patch, name);
    return { explainer: mergePatchExplainer(current, patch, patch === body.value), result, names };
  }
  const operations = parsePatch(document);
  if (!operations.ok) return { explainer: null, result: refuse(patchProblem(operations.problem)), names: namesNone };
  const applied = applyPatch(record, operations.value);
  const { steps } = applied.ok ? applied.value : applied.problem;
  return {
    explainer: { explainPatch: () => ({ format: 'json-patch', steps }) },
    result: applied.ok ? objectOnly(applied.value.value) : refuse(patchProblem(applied.problem)),
    names: (name) => operations.value.some(({ op, path }) => op !== 'test' && (path.length === 0 || path[0] === name)),
  };
}

/** Computes the steps of a merge patch on demand, from the patch in the request and the text of the record before it. */
class MergePatchExplainer implements PatchExplainer {
  readonly #before: string;

  constructor(before: string) {
    this.#before = before;
  }

  explainPatch(body: string | undefined): PatchExplanation {
    const patch = parseJson(body ?? '');
    if (!patch.ok) throw new Error(`An applied merge patch cannot be parsed: ${patch.problem.detail}`);
    return { format: 'merge-patch', steps: mergePatchSteps(JSON.parse(this.#before), patch.value) };
  }
}

/** Holds the text of a small record only, because the request log keeps thousands of explainers. The log has a patch that is the whole body. */
function mergePatchExplainer({ value, text }: StoredRecord, patch: Json, isBody: boolean): PatchExplainer {
  if (isBody && text.length <= smallRecord) return new MergePatchExplainer(text);
  const steps = mergePatchSteps(value, patch);
  return { explainPatch: () => ({ format: 'merge-patch', steps }) };
}

const patchProblems = {
  malformed: 'bad-patch',
  'test-failed': 'test-failed',
  inapplicable: 'unprocessable-patch',
} as const;

function patchProblem({ kind, index, detail }: PatchFault): Problem {
  return problem(patchProblems[kind], detail, { operation: index });
}

function objectOnly(value: Json): Result<JsonObject, Problem> {
  if (isJsonObject(value)) return accept(value);
  return refuse(problem('unprocessable-patch', 'The patch would turn the record into a value that is not an object.'));
}
