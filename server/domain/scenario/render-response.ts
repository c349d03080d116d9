import { base64Text, decodeBase64 } from '../basics/base64.ts';
import { isJsonArray, isJsonObject, type Json } from '../json/json.ts';
import { type BodyForm, type FixedResponse, mediaTypes } from './scenario.ts';
import { type Piece, parseTemplate, type TemplateValue } from './template.ts';

/** The values that the templates of a response may name. */
export interface TemplateSource {
  /** The members of the rule's path. */
  readonly members: readonly string[];
  /** Undefined for a value that the request lacks. */
  readonly find: (value: TemplateValue) => Json | undefined;
}

/** A value that was put in. */
export interface InsertedValue {
  /** As written between the braces. */
  readonly name: string;
  readonly value: Json;
}

/** The response of a rule as it is sent. */
export interface RenderedResponse {
  /** The media type of the body's form; null without a body. */
  readonly type: string | null;
  readonly headers: Readonly<Record<string, string | readonly string[]>>;
  readonly body: string | Uint8Array | null;
  /** In the order of the response. */
  readonly inserted: readonly InsertedValue[];
}

/** Characters of a value in a header: many clients refuse a section of 8 KB. */
export const longestInHeader = 4096;

/** Characters of all values in a response. Without a limit, a short template could repeat a long body any number of times. */
export const mostCharacters = 4 * 2 ** 20;

/**
 * Renders the response of a rule. A value that the request lacks, or that no longer fits into {@link mostCharacters}, is null as
 * a whole JSON value, and else an empty text.
 */
export function renderResponse(response: FixedResponse, source: TemplateSource): RenderedResponse {
  const { headers = {}, form = 'json', body, substitute = false } = response;
  const filling = new Filling(substitute ? source : null);
  return {
    type: body === undefined ? null : mediaTypes[form],
    headers: filling.headers(headers),
    body: body === undefined ? null : filling.body(form, body),
    inserted: filling.inserted,
  };
}

/** Fills the templates of one response and notes the values. */
class Filling {
  readonly inserted: InsertedValue[] = [];
  readonly #source: TemplateSource | null;
  #room = mostCharacters;

  /** Without a source, every text is literal. */
  constructor(source: TemplateSource | null) {
    this.#source = source;
  }

  headers(headers: NonNullable<FixedResponse['headers']>): RenderedResponse['headers'] {
    const fill = (value: string) => this.text(value, headerText);
    return Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [name, typeof value === 'string' ? fill(value) : value.map(fill)]),
    );
  }

  body(form: BodyForm, body: Json): string | Uint8Array {
    if (form === 'json' || typeof body !== 'string') return JSON.stringify(this.json(body));
    if (form === 'base64' && base64Text.test(body)) return decodeBase64(body);
    return this.text(body, form === 'xml' ? xmlText : plainText);
  }

  /** A text that is nothing but a value keeps the type of the value. Names of members are literal. */
  json(value: Json): Json {
    if (isJsonArray(value)) return value.map((element) => this.json(element));
    if (isJsonObject(value)) {
      return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, this.json(inner)]));
    }
    if (typeof value !== 'string') return value;
    const pieces = this.#parse(value);
    const [only] = pieces;
    if (pieces.length === 1 && typeof only === 'object') return this.#value(only) ?? null;
    return this.#join(pieces, plainText);
  }

  /** `escaped` makes a value harmless in its place. */
  text(template: string, escaped: (text: string) => string): string {
    return this.#join(this.#parse(template), escaped);
  }

  /** A template is checked when it is entered; one that is malformed all the same is literal. */
  #parse(template: string): readonly Piece[] {
    const parsed = this.#source && parseTemplate(template, this.#source.members);
    return parsed?.ok ? parsed.value : [template];
  }

  #join(pieces: readonly Piece[], escaped: (text: string) => string): string {
    return pieces.map((piece) => (typeof piece === 'string' ? piece : escaped(textOf(this.#value(piece))))).join('');
  }

  #value({ name, value }: Exclude<Piece, string>): Json | undefined {
    const found = this.#room > 0 ? this.#source?.find(value) : undefined;
    this.#room -= textOf(found).length;
    const fitting = this.#room < 0 ? undefined : found;
    this.inserted.push({ name, value: fitting ?? null });
    return fitting;
  }
}

/** A JSON value as text: a text itself, nothing and null as an empty text. */
function textOf(value: Json | undefined): string {
  if (value === undefined || value === null) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function plainText(text: string): string {
  return text;
}

const xmlEntities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
};

/** Characters with a meaning, control characters, and two more that XML 1.0 cannot hold (2.2). */
const special = /[&<>"'\ufffe\uffff]|\p{Cc}/gu;

/** A text for the content of an element or for a quoted attribute. */
function xmlText(text: string): string {
  return text
    .toWellFormed()
    .replace(special, (letter) => xmlEntities[letter] ?? characterReference(letter.charCodeAt(0)));
}

/** A reference keeps white space that an attribute would lose; XML cannot hold the other control characters. */
function characterReference(code: number): string {
  const isAllowed = code === 9 || code === 10 || code === 13 || (code >= 0x7f && code < 0xfffe);
  return isAllowed ? `&#${code};` : '\ufffd';
}

/** A text for a header: control characters are percent-encoded, and a long text is cut. */
export function headerText(text: string): string {
  return text
    .slice(0, longestInHeader)
    .toWellFormed()
    .replace(/\p{Cc}/gu, encodeURIComponent);
}
