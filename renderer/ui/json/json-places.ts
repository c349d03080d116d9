/*
 * Positions in JSON text. The syntax tree also covers unfinished text.
 */
import { ensureSyntaxTree, syntaxTree } from '@codemirror/language';
import type { EditorState } from '@codemirror/state';
import type { JsonValue } from './json-view.tsx';

/** A fault in a text. */
export interface TextFault {
  /** A JSON pointer (RFC 6901), or a line and a column, both from 1. */
  readonly at: string | { readonly line: number; readonly column: number };
  readonly detail: string;
}

/** The members and values that may be written at a path of names and indices. */
export interface Completions {
  readonly membersAt: (path: readonly string[]) => readonly { readonly name: string; readonly detail: string }[];
  readonly valuesAt: (path: readonly string[]) => readonly JsonValue[];
}

export interface Range {
  readonly from: number;
  readonly to: number;
}

type SyntaxNode = ReturnType<ReturnType<typeof syntaxTree>['resolveInner']>;

/** Milliseconds to parse the rest of a text: CodeMirror parses only its first lines at once, and those for 20 ms at most. */
const parsingTime = 5000;

/** The range that marks a fault: a whole scalar or name, or the opening bracket of a container. */
export function rangeOf(state: EditorState, { at }: TextFault): Range {
  if (typeof at === 'string') return markOf(nodeAt(state, at));
  const line = state.doc.line(Math.min(at.line, state.doc.lines));
  const from = Math.min(line.from + at.column - 1, line.to);
  return { from, to: Math.min(from + 1, line.to) };
}

/** The value at a pointer, or the innermost existing value around it. */
function nodeAt(state: EditorState, pointer: string): SyntaxNode {
  const tokens = pointer.split('/').slice(1);
  const { topNode } = ensureSyntaxTree(state, state.doc.length, parsingTime) ?? syntaxTree(state);
  let node = topNode.firstChild ?? topNode;
  for (const token of tokens.map((escaped) => escaped.replaceAll('~1', '/').replaceAll('~0', '~'))) {
    const inner = childOf(state, node, token);
    if (!inner) break;
    node = inner;
  }
  return node;
}

function childOf(state: EditorState, node: SyntaxNode, token: string): SyntaxNode | null | undefined {
  if (node.name === 'Array') return elementsOf(node)[Number(token)];
  return node.getChildren('Property').find((property) => nameOf(state, property) === token)?.lastChild;
}

function elementsOf(array: SyntaxNode): readonly SyntaxNode[] {
  const elements: SyntaxNode[] = [];
  for (let child = array.firstChild; child; child = child.nextSibling) {
    if (!child.type.isError && child.name !== '[' && child.name !== ']' && child.name !== ',') elements.push(child);
  }
  return elements;
}

function nameOf(state: EditorState, property: SyntaxNode): string | undefined {
  const name = property.getChild('PropertyName');
  return name ? unquoted(state.sliceDoc(name.from, name.to)) : undefined;
}

/** The string that a JSON literal stands for; undefined for an invalid literal. */
function unquoted(text: string): string | undefined {
  try {
    return String(JSON.parse(text));
  } catch {
    return undefined;
  }
}

function markOf({ name, from, to }: SyntaxNode): Range {
  const isContainer = name === 'Object' || name === 'Array' || name === 'JsonText';
  return { from, to: isContainer ? Math.min(from + 1, to) : to };
}

/**
 * Where a position of a text is in the same text laid out anew: after the same sign, or before it if there is white space between
 * the position and the sign before. Whatever the texts share before and behind their difference keeps its positions.
 */
export function laidOut(text: string, position: number, next: string): number {
  const [before, after] = [signsOf(text), signsOf(next)];
  const isBefore = !isSign(text, position - 1) && isSign(text, position);
  const nth = before.findLastIndex((index) => index < position) + (isBefore ? 1 : 0);
  const isSame = (one: number | undefined, other: number | undefined) =>
    one !== undefined && other !== undefined && text[one] === next[other];
  let shared = 0;
  while (shared <= nth && isSame(before[shared], after[shared])) shared += 1;
  let behind = 1;
  while (before.length - behind >= nth && isSame(before.at(-behind), after.at(-behind))) behind += 1;
  const isBehind = shared <= nth && before.length - behind < nth;
  const sign = after[isBehind ? nth + after.length - before.length : Math.min(nth, shared)];
  if (sign === undefined) return nth < 0 ? 0 : next.length;
  return isBefore ? sign : sign + 1;
}

/** The places of all that is not white space of JSON. Numbers alone, because a body has up to a million of them. */
function signsOf(text: string): readonly number[] {
  const places: number[] = [];
  for (let place = 0; place < text.length; place += 1) if (isSign(text, place)) places.push(place);
  return places;
}

/** False beyond the ends of the text. */
function isSign(text: string, place: number): boolean {
  return text.charCodeAt(place) > 0x20;
}

/** The possible completions at a position. */
export interface CompletionPlace {
  readonly kind: 'member' | 'value';
  /** Path of the object for a member, or of the value. */
  readonly path: readonly string[];
  /** Where the text to complete begins. */
  readonly from: number;
  /** Other names in the object. */
  readonly taken: readonly string[];
}

/** Null if nothing can be completed there. Text before it may be unfinished if its brackets match. */
export function placeAt(state: EditorState, position: number): CompletionPlace | null {
  const text = state.doc.toString();
  const before = tokensOf(text.slice(0, position));
  const last = before.at(-1);
  const isBeingWritten = last !== undefined && text.slice(0, position).endsWith(last) && isUnfinished(last);
  const from = isBeingWritten ? position - last.length : position;
  const open = containersAround(isBeingWritten ? before.slice(0, -1) : before);
  const inner = open.at(-1);
  const sign = text.slice(0, from).trimEnd().at(-1);
  if (!inner || sign === undefined || !'{[,:'.includes(sign)) return null;
  const path = open.map(({ name, index }) => name ?? String(index));
  if (inner.kind === 'array' || sign === ':') return { kind: 'value', path, from, taken: [] };
  return {
    kind: 'member',
    path: path.slice(0, -1),
    from,
    taken: [...inner.names, ...namesBehind(text.slice(position))],
  };
}

/** Whether a token is a word, or a string without its closing quotation mark. */
function isUnfinished(token: string): boolean {
  return token.startsWith('"') ? !/^"(?:[^"\\]|\\.)*"$/.test(token) : !'{}[],:'.includes(token);
}

/** An object or array that is not closed yet. */
interface Container {
  readonly kind: 'object' | 'array';
  /** The names of an object so far. */
  readonly names: string[];
  name: string | null;
  index: number;
}

function tokensOf(text: string): readonly string[] {
  return text.match(/"(?:[^"\\\n]|\\.)*"?|[{}[\],:]|[^\s{}[\],:"]+/g) ?? [];
}

function containersAround(tokens: readonly string[]): readonly Container[] {
  const open: Container[] = [];
  let last = '';
  for (const token of tokens) {
    const inner = open.at(-1);
    if (token === '{') open.push({ kind: 'object', names: [], name: '', index: 0 });
    else if (token === '[') open.push({ kind: 'array', names: [], name: null, index: 0 });
    else if (token === '}' || token === ']') open.pop();
    else if (token === ',' && inner) inner.index += 1;
    else if (token === ':' && inner?.kind === 'object') {
      inner.name = unquoted(last) ?? '';
      inner.names.push(inner.name);
    }
    last = token;
  }
  return open;
}

/** The names that follow in the same object. */
function namesBehind(text: string): readonly string[] {
  const names: string[] = [];
  let depth = 0;
  let last = '';
  for (const token of tokensOf(text.replace(/^[^\s{}[\],:"]*"/, ''))) {
    if (token === '{' || token === '[') depth += 1;
    else if (token === '}' || token === ']') depth -= 1;
    else if (token === ':' && depth === 0) names.push(unquoted(last) ?? '');
    if (depth < 0) break;
    last = token;
  }
  return names;
}
