import { isPlainDate, parseInstant } from '../basics/instant.ts';
import { pieceLengthAt, takeInPieces, type Work } from '../basics/work.ts';
import { isJsonArray, isJsonObject, type Json, type JsonObject, jsonEqual } from '../json/json.ts';
import { valueAt } from '../json/pointer.ts';
import { NumberedTexts } from './numbered-texts.ts';

/** How many values of one place are kept. */
const maxValues = 500;

/** The path step into an array; all elements share one place. */
export const element = '*';

/** The values of the example records at one place, and their common properties. */
export class KnownValues {
  readonly all: readonly Json[];
  readonly texts: readonly string[];
  readonly numbers: readonly number[];
  readonly booleans: readonly boolean[];
  readonly objects: readonly JsonObject[];
  /** The lowest and highest number; undefined for fewer than two numbers. */
  readonly range: readonly [number, number] | undefined;
  /** The earliest and latest instant in milliseconds since 1970; undefined for fewer than two instants. */
  readonly span: readonly [number, number] | undefined;
  /** The common format of all texts, as JSON Schema names it. */
  readonly format: string | undefined;
  /** Texts to be continued with further numbers; undefined if these are none. */
  readonly numbered: NumberedTexts | undefined;

  #among: { readonly allowed: readonly Json[]; readonly values: readonly Json[] } | undefined;

  constructor(all: readonly Json[]) {
    this.all = all;
    this.numbered = NumberedTexts.among(all);
    this.texts = all.filter((one) => typeof one === 'string');
    this.numbers = all.filter((one) => typeof one === 'number');
    this.booleans = all.filter((one) => typeof one === 'boolean');
    this.objects = all.filter(isJsonObject);
    const moments = this.texts.flatMap((text) => parseInstant(text) ?? []);
    this.range = endsOf(this.numbers);
    this.span = endsOf(moments);
    this.format = moments.length === this.texts.length ? momentFormat(this.texts) : formatOf(this.texts);
  }

  /** Allowed values to pick from: each once, and the known ones as often as they are known. */
  among(allowed: readonly Json[]): readonly Json[] {
    if (this.#among?.allowed !== allowed) {
      const known = this.all.filter((value) => allowed.some((one) => jsonEqual(one, value)));
      this.#among = { allowed, values: [...allowed, ...known] };
    }
    return this.#among.values;
  }
}

const noValues = new KnownValues([]);

/** The known values at each place of a record. */
export class KnownPlaces {
  readonly #values = new Map<string, Json[]>();
  readonly #counts = new Map<string, number>();
  readonly #known = new Map<string, KnownValues>();

  constructor(examples: readonly JsonObject[]) {
    for (const record of examples) this.#see(record, []);
  }

  /** Lets numbered texts continue after those of all records, of which the examples are only some. */
  *continueAfter(records: Iterable<JsonObject>): Work<void> {
    const numbered: { readonly path: readonly string[]; readonly texts: NumberedTexts }[] = [];
    for (const key of this.#values.keys()) {
      const path = JSON.parse(key) as readonly string[];
      const { numbered: texts } = this.at(path);
      if (texts) numbered.push({ path, texts });
      yield;
    }
    const take = (record: JsonObject) => {
      for (const { path, texts } of numbered) texts.take(valueAt(record, path));
    };
    if (numbered.length > 0) yield* takeInPieces(records, take, pieceLengthAt(numbered.length));
  }

  at(path: readonly string[]): KnownValues {
    const key = JSON.stringify(path);
    const known = this.#known.get(key);
    if (known) return known;
    const values = this.#values.get(key);
    const found = values ? new KnownValues(values) : noValues;
    this.#known.set(key, found);
    return found;
  }

  /** The share of objects that have this member, from 0 to 1; undefined if no such object is known. */
  frequency(path: readonly string[]): number | undefined {
    const objects = this.#counts.get(JSON.stringify(path.slice(0, -1)));
    return objects && (this.#counts.get(JSON.stringify(path)) ?? 0) / objects;
  }

  #see(value: Json, path: readonly string[]): void {
    const key = JSON.stringify(path);
    this.#counts.set(key, (this.#counts.get(key) ?? 0) + 1);
    const values = this.#values.get(key) ?? [];
    this.#values.set(key, values);
    if (values.length < maxValues) values.push(value);
    if (isJsonArray(value)) for (const inner of value) this.#see(inner, [...path, element]);
    else if (isJsonObject(value)) for (const [name, inner] of Object.entries(value)) this.#see(inner, [...path, name]);
  }
}

function endsOf(numbers: readonly number[]): readonly [number, number] | undefined {
  return numbers.length > 1 ? [Math.min(...numbers), Math.max(...numbers)] : undefined;
}

function momentFormat(texts: readonly string[]): string | undefined {
  if (texts.length === 0) return undefined;
  return texts.every(isPlainDate) ? 'date' : 'date-time';
}

function formatOf(texts: readonly string[]): string | undefined {
  return texts.every((text) => /^[^@\s]+@[^@\s]+\.[^@\s]+$/.test(text)) ? 'email' : undefined;
}
