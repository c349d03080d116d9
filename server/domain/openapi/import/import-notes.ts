import type { JsonCursor } from '../../json/json-cursor.ts';
import { count, excerpt } from '../../json/wording.ts';

/** Something of a document that could not be used: the first place where it was met, and what it means. */
export interface ImportNote {
  /** JSON pointer (RFC 6901). */
  readonly pointer: string;
  readonly sentence: string;
}

/** Every reason for a note; a colon and what it is about follow. */
const reasons = {
  operation: 'These operations have no counterpart in the mock API',
  address: 'These paths have another address in the mock API',
  'no-schema': 'These paths tell nothing of the form of their records, in JSON',
  'no-key': 'The records of these paths have no member that is known to be their key',
  key: 'The key of these records is not what their path calls it',
  name: 'These paths give no name that a collection may have and no other has',
  renamed: 'These collections have a longer name, because other records have the short one',
  empty: 'These collections start empty, because the document has no examples of whole records',
  example: 'These examples are no records',
  keyless: 'These examples have no key that can be used',
  repeated: 'These examples have the key of another one, which was taken',
  misfit: 'These examples do not fit the schema of their collection',
  schema: 'These collections have no schema, because theirs cannot be used',
  keyword: 'These keywords of schemas are not supported',
  value: 'These keywords of schemas have a value that they cannot have',
  'not-schema': 'There is no schema where one must be',
  outside: 'These references lead out of the document',
  nowhere: 'These references lead nowhere',
  circle: 'These references only lead back to themselves',
  large: 'These references were left open, because the schemas behind them are too many',
  security: 'These security requirements are not checked',
  callback: 'The callbacks of these operations are not called',
  link: 'The links of these operations are not given',
  webhook: 'These webhooks are not called',
  parameter: 'These query parameters name no field of the records, so they are refused',
} as const;

export type NoteReason = keyof typeof reasons;

/** Subjects that a note names. */
const named = 3;

/** Collects what could not be used, one note a reason: a document with 500 operations has as many notes as one with five. */
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
