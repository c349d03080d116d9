import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { type Problem, problem } from '../domain/basics/problem.ts';
import { accept, type Result, refuse } from '../domain/basics/result.ts';
import type { JsonObject } from '../domain/json/json.ts';
import type { CollectionDefinition } from '../domain/model/collection-definition.ts';
import type { SchemaFault } from '../domain/records/validate-record.ts';
import { compareAsJson } from './json-keywords.ts';
import { patternEngine } from './linear-pattern.ts';

/**
 * Checks records against the JSON Schemas (2020-12) of their collections. `format` only annotates, as the dialect says,
 * no reference leaves the schema, and inherited names such as `toString` are no members. Each schema is compiled when
 * first needed, once.
 */
export class SchemaChecker {
  /** Made when first needed: most workspaces have no schema. */
  #ajv: Ajv2020 | undefined;
  readonly #compiled = new WeakMap<JsonObject, ValidateFunction>();

  /** Why the schema cannot be used, or nothing. */
  tryCompile({ name, schema }: CollectionDefinition): Result<null, Problem> {
    if (schema === null) return accept(null);
    try {
      this.#compile(schema);
      return accept(null);
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      return refuse(problem('invalid-workspace', `The schema of the collection ${name} cannot be used: ${reason}.`));
    }
  }

  /** All reasons why the value does not fit; empty when it fits or the collection has no schema. */
  check({ schema }: CollectionDefinition, value: JsonObject): readonly SchemaFault[] {
    if (schema === null) return [];
    const validate = this.#compile(schema);
    try {
      if (validate(value)) return [];
    } catch (error) {
      // Deep values are refused before they get here, so only the schema can have gone on without an end.
      if (!(error instanceof RangeError)) throw error;
      return [{ pointer: '', detail: 'cannot be checked: the schema refers to itself without an end' }];
    }
    return (validate.errors ?? []).map((error) => ({
      pointer: error.instancePath,
      ...(typeof error.params.additionalProperty === 'string' && { member: error.params.additionalProperty }),
      detail: sentence(error.message ?? 'does not fit', error.params),
    }));
  }

  #compile(schema: JsonObject): ValidateFunction {
    let compiled = this.#compiled.get(schema);
    if (!compiled) {
      this.#ajv ??= newAjv();
      compiled = this.#ajv.compile(schema);
      // Another collection may have a schema of the same $id.
      this.#ajv.removeSchema(schema);
      this.#compiled.set(schema, compiled);
    }
    return compiled;
  }
}

function newAjv(): Ajv2020 {
  const code = { regExp: patternEngine };
  const ajv = new Ajv2020({ allErrors: true, strict: false, validateFormats: false, ownProperties: true, code });
  compareAsJson(ajv);
  return ajv;
}

/** Two of the library's sentences leave out the very word that the tester needs. */
function sentence(message: string, params: Record<string, unknown>): string {
  if (Array.isArray(params.allowedValues)) return `must be one of ${params.allowedValues.map(word).join(', ')}`;
  if (typeof params.additionalProperty === 'string') return `must not have the member ${params.additionalProperty}`;
  return message;
}

function word(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
