import type { JsonObject } from '../json/json.ts';
import type { DialectName } from '../model/settings.ts';

/** The purpose of a list parameter: its name in the default dialect, if that has it. */
export type ParameterRole =
  | 'filter'
  | 'sort'
  | 'order'
  | 'limit'
  | 'offset'
  | 'cursor'
  | 'from'
  | 'to'
  | 'start_time'
  | 'end_time'
  | 'since_id'
  | 'page'
  | 'per_page'
  /** The index after the last record, with `offset` for the first. */
  | 'end'
  /** A text to search in all members. */
  | 'search'
  /** A filter as a JSON object. */
  | 'where'
  /** Records to include that refer to the record, or that the record refers to. */
  | 'children'
  | 'parents';

export type ScriptOperator = 'eq' | 'ne' | 'lt' | 'le' | 'gt' | 'ge' | 'co' | 'sw' | 'ew' | 'in' | 'like';

/** How conditions on a field are written and compared. */
export type FieldConditions = TypedConditions | ScriptConditions;

/** Conditions of the mock's own filter language: a value is one of the field's types, and everything else is refused. */
export interface TypedConditions {
  readonly comparison: 'typed';
  /** The text around the field's name, such as `filter[` and `]`. */
  readonly around: readonly [before: string, after: string];
  /** The default dialect's suffixes, such as `_gte`, by the endings of this one, such as `[gte]`; null if they are the same. */
  readonly suffixes: Readonly<Record<string, string>> | null;
}

/** Conditions as scripts compare, with their conversions. No value is refused. */
export interface ScriptConditions {
  /** With the text of the parameter, or with the value that it stands for. */
  readonly comparison: 'text' | 'value';
  /** The operators by the ending that names them. */
  readonly operators: Readonly<Record<string, ScriptOperator>>;
  /** Another ending after this separator ignores the parameter; null for none. */
  readonly separator: string | null;
  /** A condition without an operator on a field that no record has: ignored, or never true. */
  readonly unknown: 'ignored' | 'never-true';
}

/** How the parameters choose a page. */
export interface PageRules {
  /** The treatment of an unusable value: it is refused, or the nearest usable value counts. */
  readonly unusable: 'refused' | 'replaced';
  /** A list without any page parameter: its first page, or all records. */
  readonly unpaged: 'first-page' | 'all';
  /** The records of a page without a size; null takes the setting, and then its largest size holds. */
  readonly size: number | null;
  /** The records of a page of size 0. */
  readonly zeroSize: 'default' | 'one' | 'none';
  /** The offset of the first record. */
  readonly firstOffset: 0 | 1;
  /** A page beyond the last one: empty, or the last one. */
  readonly beyondLast: 'empty' | 'last';
  /** A page number that is not a number: the first page, or no page at all. */
  readonly malformedPage: 'first' | 'unpaged';
}

export interface SortRules {
  /** Where the direction of a field stands: a minus before its name, or the parameter `order`. */
  readonly direction: 'minus' | 'order' | 'both';
  /** The words of `order`. */
  readonly words: readonly [ascending: string, descending: string];
  /** Where records without the field stand: last, or last ascending and first descending. */
  readonly missing: 'last' | 'by-direction';
  /** An unknown field or a malformed order: refused, or ignored. */
  readonly unusable: 'refused' | 'ignored';
}

/**
 * The form of a list or of an error. A text such as `$total` stands for a value: of lists, {@link ListValue} and `items`; of
 * errors, {@link ErrorValue}. A member without a value is left out.
 */
export type Form = JsonObject;

/** Numbers and links of a list. Those of pages have a value in lists with page numbers only. */
export type ListValue =
  | 'total'
  | 'returned'
  | 'startIndex'
  | 'firstPage'
  | 'prevPage'
  | 'nextPage'
  | 'lastPage'
  | 'first'
  | 'prev'
  | 'next'
  | 'last';

/** Values of an error; `statusText` is the status as a text, `type` the word of SCIM for it (RFC 7644, table 9). */
export type ErrorValue = 'status' | 'statusText' | 'code' | 'title' | 'detail' | 'scimType' | 'source';

export interface ListRules {
  /** The object around the records; null for a bare array. Of `setting`, the workspace chooses the form. */
  readonly form: Form | null | 'setting';
  /** The lists that have the form: all, or those with a page number. The others are bare arrays. */
  readonly applies: 'always' | 'numbered';
  readonly totalHeader: 'always' | 'paged' | 'never';
  readonly linkHeader: 'always' | 'several-pages' | 'never';
}

export interface ErrorRules {
  /** The bodies of single statuses. */
  readonly byStatus: Readonly<Record<number, Form>>;
  /** The body of every other status; null for problem details (RFC 9457). */
  readonly form: Form | null;
}

/** Names of parameters, ways to page, sort and filter, and the forms of lists and errors: one kind of service. */
export interface Dialect {
  readonly name: DialectName;
  /** Its name for people. */
  readonly title: string;
  /** The parameters by role. One parameter may have two roles; a role without a parameter does not exist. */
  readonly parameters: Readonly<Partial<Record<ParameterRole, string>>>;
  /** Null if only `filter` filters. */
  readonly conditions: FieldConditions | null;
  readonly pages: PageRules;
  readonly sort: SortRules;
  readonly lists: ListRules;
  readonly errors: ErrorRules;
  /** How records refer to others: not at all, or by a member such as `postId` of a record that belongs to one of `posts`. */
  readonly references: 'none' | 'equal' | 'same-text';
  /** The response to a DELETE: 204 without a body, or 200 with an empty object or the record. */
  readonly deleted: 'no-content' | 'empty-object' | 'record';
  /** A record as it is, or as a resource object of JSON:API inside `data`. */
  readonly records: 'plain' | 'resource';
  /** The media types of records and lists, and of errors. */
  readonly mediaType: string;
  readonly errorType: string;
}
