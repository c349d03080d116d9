import type { Field } from '../../../../server/domain/fields/fields.ts';
import { comparedField, operandKinds } from '../../../../server/domain/filter/filter-operands.ts';

/** Completions for a `filter=` expression. */
export interface Completion {
  /** Start of the text to replace; it ends at the caret. */
  readonly from: number;
  /** The most likely first. */
  readonly options: readonly string[];
}

const piece = /"(?:[^"\\]|\\.)*"?|[()[\]]|[^\s()[\]"]+/g;
const operators = ['eq', 'ne', 'co', 'sw', 'ew', 'gt', 'ge', 'lt', 'le'] as const;

/** The token that the grammar expects next. */
type Expecting =
  | { readonly kind: 'field' | 'join' }
  | { readonly kind: 'operator'; readonly field: Field | undefined }
  | {
      readonly kind: 'value';
      readonly field: Field | undefined;
      readonly operator: (typeof operators)[number];
      readonly exact: boolean;
    };

/** Known values of a field as filter literals. */
export type KnownLiterals = (field: Field) => readonly string[];

/** The completions at the caret: fields, operators that suit the field, its values, and keywords. */
export function completeFilter(text: string, caret: number, record: Field, literals: KnownLiterals): Completion {
  const pieces = [...text.slice(0, caret).matchAll(piece)];
  const last = pieces.at(-1);
  const isOpen = last !== undefined && last.index + last[0].length === caret && !/^[()[\]]$/.test(last[0]);
  const before = (isOpen ? pieces.slice(0, -1) : pieces).map(([word]) => word);
  const typed = isOpen ? last[0].toLowerCase() : '';
  const options = expected(before, record, literals);
  const fitting = options.filter((option) => option.toLowerCase().startsWith(typed) && option.toLowerCase() !== typed);
  return { from: isOpen ? last.index : caret, options: fitting };
}

function expected(before: readonly string[], record: Field, literals: KnownLiterals): readonly string[] {
  const { next, scopes, open } = read(before, record);
  const scope = scopes.at(-1) ?? record;
  switch (next.kind) {
    case 'field':
      return [...scope.names().map(nameText), 'not', '('];
    case 'operator': {
      const { field } = next;
      const usable = operators.filter((one) => !field || operandKinds(comparedField(field), one).length > 0);
      return [...usable, 'pr', ...(field?.has('object') ? ['['] : [])];
    }
    case 'value': {
      const values = next.field ? literals(comparedField(next.field)) : [];
      return [...values, ...(next.exact ? [] : ['exact'])];
    }
    case 'join':
      return ['and', 'or', ...open.slice(-1)];
  }
}

interface Read {
  readonly next: Expecting;
  /** The fields that open brackets refer to, from the record inward. */
  readonly scopes: readonly Field[];
  /** The closing brackets still missing. */
  readonly open: readonly string[];
}

function read(words: readonly string[], record: Field): Read {
  const scopes: Field[] = [record];
  const open: string[] = [];
  let next: Expecting = { kind: 'field' };
  for (const word of words) {
    const scope = scopes.at(-1) ?? record;
    if (word === '(') open.push(')');
    else if (word === '[') {
      open.push(']');
      scopes.push((next.kind === 'operator' ? next.field : undefined) ?? scope);
      next = { kind: 'field' };
    } else if (word === ')' || word === ']') {
      if (open.pop() === ']') scopes.pop();
      next = { kind: 'join' };
    } else next = after(next, word, scope);
  }
  return { next, scopes, open };
}

function after(next: Expecting, word: string, scope: Field): Expecting {
  const keyword = word.toLowerCase();
  switch (next.kind) {
    case 'field':
      return keyword === 'not' ? next : { kind: 'operator', field: fieldCalled(word, scope) };
    case 'operator': {
      const operator = operators.find((one) => one === keyword);
      return operator ? { kind: 'value', field: next.field, operator, exact: false } : { kind: 'join' };
    }
    case 'value':
      return keyword === 'exact' && !next.exact ? { ...next, exact: true } : { kind: 'join' };
    case 'join':
      return { kind: 'field' };
  }
}

function fieldCalled(word: string, scope: Field): Field | undefined {
  const name = word.startsWith('"') ? unquoted(word) : word;
  return scope.find(name) ?? scope.findIgnoringCase(name)[0];
}

function unquoted(word: string): string {
  try {
    return String(JSON.parse(word));
  } catch {
    return word;
  }
}

/** Quotes names that would otherwise not be read as a name. */
function nameText(name: string): string {
  return /^(?!not$)[^\s()[\]"]+$/i.test(name) ? name : JSON.stringify(name);
}
