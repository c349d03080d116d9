/*
 * Answers held against the OpenAPI document of the workspace that gave them: status, media type, body and headers of
 * each must be described. It knows as much of OpenAPI as the document uses.
 */

import { Ajv2020 } from 'ajv/dist/2020.js';
import { isJsonObject, type Json, type JsonObject, member } from '../../server/domain/json/json.ts';
import { formatPointer, parsePointer, valueAt } from '../../server/domain/json/pointer.ts';
import type { Exchange } from './run-case.ts';

/** Addresses that belong to the mock and not to the API that it stands for. */
const undescribed = /^\/(?:$|openapi\.json$|problems\/)/;
/** Headers that say something about a resource, which clients read; others are HTTP's own. */
const telling = [
  'ETag',
  'X-Resource-Version',
  'X-Total-Count',
  'Link',
  'Location',
  'Accept-Patch',
  'Preference-Applied',
];

/** What an operation answers by itself and must list; other statuses are a scenario's choice, a request's, or the edge's. */
const own = new Set([200, 201, 204, 304, 400, 404, 409, 412, 413, 415, 422, 428]);

export class OpenApiCheck {
  readonly #document: JsonObject;
  readonly #ajv = new Ajv2020({
    strict: false,
    validateFormats: false,
    validateSchema: false,
    ownProperties: true,
  });
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

  /** How an answer differs from what the document says, a sentence each. */
  violations({ request, answer }: Exchange): readonly string[] {
    const { method = 'GET', target } = request;
    const path = new URL(target, 'http://localhost').pathname;
    if (method === 'OPTIONS' || undescribed.test(path)) return [];
    const operation = this.#operation(method, path);
    const said = `${method} ${path} answered ${answer.status}`;
    if (!operation) return answer.status >= 400 ? [] : [`${said}, which is not described`];
    const isChosen = answer.header('Preference-Applied')?.startsWith('code=') || !own.has(answer.status);
    const response =
      this.#at([...operation, 'responses', String(answer.status)]) ??
      (isChosen ? this.#at([...operation, 'responses', 'default']) : undefined);
    if (!response) return [`${said}, a status that is not described`];
    return [...this.#bodyViolations(response, answer), ...this.#headerViolations(response, answer)].map(
      (text) => `${said}: ${text}`,
    );
  }

  #operation(method: string, path: string): readonly string[] | undefined {
    const found = this.#paths.find(({ pattern }) => pattern.test(path));
    const place = found && ['paths', found.name, method.toLowerCase()];
    return place && valueAt(this.#document, place) === undefined ? undefined : place;
  }

  /** The place of an object, with references followed; undefined where there is none. */
  #at(place: readonly string[]): readonly string[] | undefined {
    const value = valueAt(this.#document, place);
    if (!isJsonObject(value)) return undefined;
    const reference = member(value, '$ref');
    const pointer = typeof reference === 'string' ? parsePointer(reference.slice(1)) : undefined;
    return pointer?.ok ? this.#at(pointer.value) : place;
  }

  #bodyViolations(response: readonly string[], { header, body }: Exchange['answer']): readonly string[] {
    if (body === '') return [];
    const type = header('content-type')?.split(';')[0] ?? '';
    const media = this.#at([...response, 'content', type]);
    return media
      ? this.#mismatches([...media, 'schema'], JSON.parse(body))
      : [`a body of type "${type}" is not described`];
  }

  #headerViolations(response: readonly string[], { header }: Exchange['answer']): readonly string[] {
    return telling.flatMap((name) => {
      const value = header(name);
      if (value === undefined) return [];
      const described = this.#at([...response, 'headers', name]);
      if (!described) return [`the header ${name} is not described`];
      return this.#mismatches([...described, 'schema'], /^\d+$/.test(value) ? Number(value) : value);
    });
  }

  #mismatches(schema: readonly string[], value: Json): readonly string[] {
    const validate = this.#ajv.compile({ $ref: `document#${encodeURI(formatPointer(schema))}` });
    return validate(value) ? [] : [this.#ajv.errorsText(validate.errors, { dataVar: 'the value ' })];
  }
}
