import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';
import type { DataValidateFunction } from 'ajv/dist/types/index.js';
import { type Problem, problem } from '../domain/basics/problem.ts';
import { accept, type Result, refuse } from '../domain/basics/result.ts';
import { finish, type Work } from '../domain/basics/work.ts';
import type { JsonObject } from '../domain/json/json.ts';
import { count } from '../domain/json/wording.ts';
import type { CollectionDefinition } from '../domain/model/collection-definition.ts';
import type { SchemaFault } from '../domain/records/validate-record.ts';
import { compareAsJson } from './json-keywords.ts';
import { patternEngine } from './linear-pattern.ts';
import { dialectFault } from './schema-dialect.ts';
import { partKeyword, schemaParts, sizeFault, stepKeyword, withSteps } from './schema-parts.ts';

/**
 * Checks records against the JSON Schemas (2020-12) of their collections. `format` is only an annotation, as the dialect
 * specifies; a reference cannot leave the schema; inherited names such as `toString` are not members. Compiles each schema
 * once, at its first use if {@link SchemaChecker.tryCompile} has not compiled it before.
 */
export class SchemaChecker {
  /** Created at the first use, because most workspaces have no schema. */
  #ajv: Ajv2020 | undefined;
  readonly #compiled = new WeakMap<JsonObject, Validate>();
  /** References that the check under way has followed. */
  #steps = 0;

  /** Prepares the first compilation in pieces. It would take some 50 ms, later ones take a few milliseconds. */
  *prepare(): Work<void> {
    this.#ajv ??= this.#newCounting();
    yield;
    this.#compile({ type: 'object', properties: { id: { type: 'string' } } });
    yield;
  }

  /**
   * Compiles the schema of a collection, a large one in parts. Refused with `invalid-workspace`, also if it is large and cannot
   * be divided.
   */
  *tryCompile({ name, schema }: CollectionDefinition): Work<Result<null, Problem>> {
    if (schema === null) return accept(null);
    const unusable = (reason: string) =>
      refuse(problem('invalid-workspace', `The schema of the collection ${name} cannot be used: ${reason}.`));
    const fault = sizeFault(schema);
    if (fault !== undefined) return unusable(fault);
    try {
      yield* this.#compiling(schema);
      return accept(null);
    } catch (error) {
      return unusable(error instanceof Error ? error.message : String(error));
    }
  }

  /** All faults of a value; empty if it is valid or the collection has no schema. */
  check({ schema }: CollectionDefinition, value: JsonObject): readonly SchemaFault[] {
    if (schema === null) return [];
    const validate = this.#compile(schema);
    try {
      if (validate(value)) return [];
    } catch (error) {
      // Deep values are refused earlier, so only an endless schema overflows the stack.
      if (!(error instanceof RangeError)) throw error;
      return [{ pointer: '', detail: 'cannot be checked: the schema refers to itself endlessly, or too often' }];
    }
    return (validate.errors ?? []).slice(0, mostFaults).map((error) => {
      const [extra, missing] = [extraMember(error), missingMember(error)];
      const named = { ...(extra !== undefined && { member: extra }), ...(missing !== undefined && { missing }) };
      return { pointer: error.instancePath, ...named, detail: sentence(error) };
    });
  }

  #compile(schema: JsonObject): Validate {
    return this.#compiled.get(schema) ?? finish(this.#compiling(schema));
  }

  *#compiling(schema: JsonObject): Work<Validate> {
    const known = this.#compiled.get(schema);
    if (known) return known;
    yield* checkDialect(schema);
    if (!this.#ajv) yield* this.prepare();
    const parts = schemaParts(schema);
    const compiled = parts ? yield* compileParts(parts) : this.#compileWhole(schema);
    this.#compiled.set(schema, compiled);
    return compiled;
  }

  #compileWhole(schema: JsonObject): Validate {
    this.#ajv ??= this.#newCounting();
    const counted = withSteps(schema) as JsonObject;
    const compiled = this.#ajv.compile(counted);
    // Another collection may have a schema with the same $id.
    this.#ajv.removeSchema(counted);
    const validate: Validate = (value) => {
      this.#steps = 0;
      const isValid = compiled(value);
      validate.errors = compiled.errors ?? null;
      return isValid;
    };
    return validate;
  }

  /** An Ajv that counts the references that it follows. */
  #newCounting(): Ajv2020 {
    const ajv = newAjv();
    const validate = () => {
      this.#steps += 1;
      if (this.#steps > mostCalls) throw new RangeError('Too many references apply to the value');
      return true;
    };
    ajv.addKeyword({ keyword: stepKeyword, validate });
    return ajv;
  }
}

/** Faults of one record that are named. */
const mostFaults = 200;

/** Allowed values that a fault names. */
const mostValues = 50;

type Validate = Pick<ValidateFunction, 'errors'> & ((value: unknown) => unknown);

/** Calls of parts, or references followed, for one record: a few hundredths of a second. References that branch at each level lead to any number. */
const mostCalls = 250_000;

/** Throws a sentence for a schema that breaks the rules of its dialect. */
function* checkDialect(schema: JsonObject): Work<void> {
  const fault = yield* dialectFault(schema);
  if (fault !== undefined) throw new Error(fault);
}

/** Compiles the parts of a schema one by one; each calls the others only when it checks a value. */
function* compileParts(schemas: readonly JsonObject[]): Work<Validate> {
  let parts: readonly ValidateFunction[] = [];
  const compiled: ValidateFunction[] = [];
  let calls = 0;
  const ajv = newAjv();
  ajv.addKeyword({
    keyword: partKeyword,
    schemaType: 'number',
    errors: 'full',
    compile(index: number): DataValidateFunction {
      const check: DataValidateFunction = (value, place) => {
        calls += 1;
        if (calls > mostCalls) throw new RangeError('Too many schemas apply to the value');
        const part = parts[index];
        const isValid = part ? part(value, place) : true;
        if (!isValid) check.errors = part?.errors ?? [];
        return isValid;
      };
      return check;
    },
  });
  yield;
  for (const schema of schemas) {
    // A reference may make a schema of what is none otherwise.
    yield* checkDialect(schema);
    const part = ajv.compile(schema);
    // The first call compiles the function that Ajv has written. No part calls another one yet.
    part({});
    compiled.push(part);
    yield;
  }
  parts = compiled;
  const validate: Validate = (value) => {
    calls = 0;
    const isValid = parts[0]?.(value);
    validate.errors = parts[0]?.errors ?? null;
    return isValid;
  };
  return validate;
}

function newAjv(): Ajv2020 {
  // Ajv's own pass over the code that it writes takes a third of a compilation and speeds up no check: V8 does the same.
  const code = { regExp: patternEngine, optimize: false };
  const ajv = new Ajv2020({
    allErrors: true,
    strict: false,
    validateFormats: false,
    validateSchema: false,
    ownProperties: true,
    // Longer lists of names are checked in a loop, which compiles in no time.
    loopRequired: 20,
    code,
  });
  compareAsJson(ajv);
  return ajv;
}

/** The name of a JSON Schema type in a sentence. */
const typeNames: Readonly<Record<string, string>> = {
  string: 'text',
  number: 'a number',
  integer: 'a whole number',
  boolean: 'true or false',
  object: 'an object',
  array: 'a list',
  null: 'null',
};

/** The beginnings of sentences about limits, and what is counted. */
const limits: Readonly<Record<string, readonly [begin: string, counted?: string]>> = {
  minimum: ['must be at least'],
  maximum: ['must be at most'],
  exclusiveMinimum: ['must be more than'],
  exclusiveMaximum: ['must be less than'],
  minLength: ['must have at least', 'character'],
  maxLength: ['must have at most', 'character'],
  minItems: ['must have at least', 'element'],
  maxItems: ['must have at most', 'element'],
};

/** The member that a closed schema refuses; undefined for any other fault. */
function extraMember({ params }: ErrorObject): string | undefined {
  const name: unknown = params.additionalProperty ?? params.unevaluatedProperty;
  return typeof name === 'string' ? name : undefined;
}

/** The required member that is not there; undefined for any other fault. */
function missingMember({ keyword, params }: ErrorObject): string | undefined {
  return keyword === 'required' ? String(params.missingProperty) : undefined;
}

/** The clause of a fault in words; Ajv's own message for rarer keywords. */
function sentence(error: ErrorObject): string {
  const { keyword, message, params } = error;
  const [extra, missing] = [extraMember(error), missingMember(error)];
  if (Array.isArray(params.allowedValues)) return `must be one of ${namesOf(params.allowedValues)}`;
  if (extra !== undefined) return `must not have the member ${extra}`;
  if (missing !== undefined) return `must have the member ${missing}`;
  if (keyword === 'type') {
    const types: readonly string[] = [params.type].flat();
    return `must be ${types.map((type) => typeNames[type] ?? type).join(' or ')}`;
  }
  const [begin, counted] = limits[keyword] ?? [];
  if (begin === undefined) return message ?? 'does not fit';
  return `${begin} ${counted === undefined ? params.limit : count(params.limit, counted)}`;
}

function namesOf(values: readonly unknown[]): string {
  const names = values.slice(0, mostValues).map(word).join(', ');
  const more = values.length - mostValues;
  return more > 0 ? `${names} and ${count(more, 'more value')}` : names;
}

function word(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
