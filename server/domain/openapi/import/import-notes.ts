import type { JsonCursor } from '../../json/json-cursor.ts';
import { count, excerpt } from '../../json/wording.ts';

/** A part of a document that could not be used: its first place, and a sentence. */
export interface ImportNote {
  /** JSON pointer (RFC 6901). */
  readonly pointer: string;
  readonly sentence: string;
}

/** The beginning of each note; a colon and its subjects follow. */
const reasons = {
  operation: 'These operations have no counterpart in the mock API',
  address: 'These paths cannot be kept and have another one',
  'no-schema': 'These paths have no JSON schema of their records',
  'no-key': 'The records of these paths have no recognizable key',
  keyed: 'None of the members of these records is their key, so they get the parameter of their path',
  key: 'The key of these records is not the parameter of their path',
  name: 'These paths give no valid and free name for a collection',
  renamed: 'These collections have a longer name, because another collection has the short one',
  made: 'The records of these collections are made up, because the document has no examples of whole records',
  empty: 'These collections start empty, because the document has no examples of whole records',
  example: 'These examples are not records',
  keyless: 'These examples have no usable key',
  repeated: 'These examples were skipped, because an earlier one has the same key',
  invalid: 'These examples do not fit the schema of their collection',
  schema: 'These collections have no schema, because the one in the document cannot be used',
  keyword: 'These schema keywords are not supported',
  value: 'These schema keywords have an invalid value',
  'not-schema': 'A schema is missing here',
  outside: 'These references lead out of the document',
  dangling: 'These references have no target',
  circle: 'These references are circular',
  large: 'These references were omitted, because they lead to too many schemas',
  security: 'These security requirements are not checked',
  callback: 'The callbacks of these operations are not called',
  link: 'The links of these operations are not sent',
  webhook: 'These webhooks are not called',
  parameter: 'These query parameters name no field of the records, so they are refused',
} as const;

export type NoteReason = keyof typeof reasons;

/** The limit of subjects in a note. */
const named = 3;

/** Collects one note for each reason, so that a large document does not have more notes than a small one. */
export class ImportNotes {
  readonly #groups = new Map<NoteReason, { readonly first: JsonCursor; readonly subjects: Set<string> }>();

  add(reason: NoteReason, subject: string, at: JsonCursor): void {
    const group = this.#groups.get(reason);
    if (group) group.subjects.add(subject);
    else this.#groups.set(reason, { first: at, subjects: new Set([subject]) });
  }

  list(): readonly ImportNote[] {
    return Array.from(this.#groups, ([reason, { first, subjects }]) => {
      const names = [...subjects].slice(0, named).map(excerpt).join(', ');
      const more = subjects.size > named ? ` and ${count(subjects.size - named, 'other')}` : '';
      return { pointer: first.pointer, sentence: `${reasons[reason]}: ${names}${more}.` };
    });
  }
}
