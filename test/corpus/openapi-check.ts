/*
 * Checks responses against the OpenAPI document of their workspace: it must describe status, media type, body and headers.
 * Supports only the parts of OpenAPI that the document uses.
 */

import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { isJsonObject, type Json, type JsonObject, member } from '../../server/domain/json/json.ts';
import { formatPointer, parsePointer, valueAt } from '../../server/domain/json/pointer.ts';
import type { Exchange } from './run-case.ts';

/** Paths of the mock server that the document does not describe. */
const undescribed = /^\/(?:$|openapi\.json$|problems\/)/;
/** Headers with information about the resource. */
const describedHeaders = [
  'ETag',
  'X-Resource-Version',
  'X-Total-Count',
  'Link',
  'Location',
  'Accept-Patch',
  'Preference-Applied',
];

/** The statuses that operations must list; others come from scenarios, the Prefer header or the HTTP layer. */
const own = new Set([200, 201, 204, 304, 400, 404, 409, 412, 413, 415, 422, 428]);

export class OpenApiCheck {
  readonly #document: JsonObject;
  readonly #ajv = new Ajv2020({
    strict: false,
    validateFormats: false,
    validateSchema: false,
    ownProperties: true,
  });
  /** By reference; compiling a schema takes longer than a case. */
  readonly #compiled = new Map<string, ValidateFunction>();
  readonly #paths: readonly { readonly pattern: RegExp; readonly name: string }[];

  constructor(document: JsonObject) {
    this.#document = document;
    this.#ajv.addSchema(document, 'document');
    this.#paths = Object.keys(document.paths ?? {})
      .toSorted((a, b) => Number(a.includes('{')) - Number(b.includes('{')))
      .map((name) => ({
        name,
        pattern: new RegExp(`^${name.replaceAll('.', '\\.').replaceAll(/\{\w+\}/g, '[^/]+')}$`),
      }));
  }

  /** The differences between a response and the document, as sentences. */
  violations({ request, response: received }: Exchange): readonly string[] {
    const { method = 'GET', target } = request;
    const path = new URL(target, 'http://localhost').pathname;
    if (method === 'OPTIONS' || undescribed.test(path)) return [];
    const operation = this.#operation(method, path);
    const summary = `${method} ${path} answered ${received.status}`;
    if (!operation) return received.status >= 400 ? [] : [`${summary}, which is not described`];
    const isChosen = received.header('Preference-Applied')?.startsWith('code=') || !own.has(received.status);
    const response =
      this.#at([...operation, 'responses', String(received.status)]) ??
      (isChosen ? this.#at([...operation, 'responses', 'default']) : undefined);
    if (!response) return [`${summary}, a status that is not described`];
    return [...this.#bodyViolations(response, received), ...this.#headerViolations(response, received)].map(
      (text) => `${summary}: ${text}`,
    );
  }

  #operation(method: string, path: string): readonly string[] | undefined {
    const found = this.#paths.find(({ pattern }) => pattern.test(path));
    const place = found && ['paths', found.name, method.toLowerCase()];
    return place && valueAt(this.#document, place) === undefined ? undefined : place;
  }

  /** The place of an object after following references; undefined without an object. */
  #at(place: readonly string[]): readonly string[] | undefined {
    const value = valueAt(this.#document, place);
    if (!isJsonObject(value)) return undefined;
    const reference = member(value, '$ref');
    const pointer = typeof reference === 'string' ? parsePointer(reference.slice(1)) : undefined;
    return pointer?.ok ? this.#at(pointer.value) : place;
  }

  #bodyViolations(response: readonly string[], { header, body }: Exchange['response']): readonly string[] {
    if (body === '') return [];
    const type = header('content-type')?.split(';')[0] ?? '';
    const media = this.#at([...response, 'content', type]);
    if (!media && this.#at([...response, 'content', '*/*'])) return [];
    return media
      ? this.#mismatches([...media, 'schema'], JSON.parse(body))
      : [`a body of type "${type}" is not described`];
  }

  #headerViolations(response: readonly string[], { header }: Exchange['response']): readonly string[] {
    return describedHeaders.flatMap((name) => {
      const value = header(name);
      if (value === undefined) return [];
      const described = this.#at([...response, 'headers', name]);
      if (!described) return [`the header ${name} is not described`];
      return this.#mismatches([...described, 'schema'], /^\d+$/.test(value) ? Number(value) : value);
    });
  }

  #mismatches(schema: readonly string[], value: Json): readonly string[] {
    const reference = `document#${encodeURI(formatPointer(schema))}`;
    const validate = this.#compiled.get(reference) ?? this.#ajv.compile({ $ref: reference });
    this.#compiled.set(reference, validate);
    return validate(value) ? [] : [this.#ajv.errorsText(validate.errors, { dataVar: 'the value ' })];
  }
}
