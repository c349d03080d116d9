/*
 * Where in a text of JSON something is: the syntax tree knows also of a text that is not finished yet.
 */
import { syntaxTree } from '@codemirror/language';
import type { EditorState } from '@codemirror/state';
import type { JsonValue } from './json-view.tsx';

/** Something of a text that is not right. */
export interface TextFault {
  /** A JSON pointer (RFC 6901), or a line and a column, both from 1. */
  readonly at: string | { readonly line: number; readonly column: number };
  readonly detail: string;
}

/** What may be written at a place of a value, which is given as the names and indices that lead there. */
export interface Completions {
  readonly membersAt: (path: readonly string[]) => readonly { readonly name: string; readonly detail: string }[];
  readonly valuesAt: (path: readonly string[]) => readonly JsonValue[];
}

export interface Range {
  readonly from: number;
  readonly to: number;
}

type SyntaxNode = ReturnType<ReturnType<typeof syntaxTree>['resolveInner']>;

/** What of the text a fault is marked at: a scalar or a name as a whole, a container by its bracket. */
export function rangeOf(state: EditorState, { at }: TextFault): Range {
  if (typeof at === 'string') return markOf(nodeAt(state, at));
  const line = state.doc.line(Math.min(at.line, state.doc.lines));
  const from = Math.min(line.from + at.column - 1, line.to);
  return { from, to: Math.min(from + 1, line.to) };
}

/** The value at a pointer, or the innermost one around it that is there. */
function nodeAt(state: EditorState, pointer: string): SyntaxNode {
  const tokens = pointer.split('/').slice(1);
  let node = syntaxTree(state).topNode.firstChild ?? syntaxTree(state).topNode;
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

/** The name that a text in quotation marks stands for; undefined where it is none yet. */
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

/** What can be completed at a place of the text. */
export interface CompletionPlace {
  readonly kind: 'member' | 'value';
  /** Leads to the object whose member it is, or to the value. */
  readonly path: readonly string[];
  /** What has been written of it. */
  readonly from: number;
  /** Names that the object has, beside the one that is being written. */
  readonly taken: readonly string[];
}

/** Null where nothing can stand. What comes before need not be finished, as long as its brackets are. */
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

/** A word, or a text in quotation marks of which the second is missing. */
function isUnfinished(token: string): boolean {
  return token.startsWith('"') ? !/^"(?:[^"\\]|\\.)*"$/.test(token) : !'{}[],:'.includes(token);
}

/** An object or array that is still open. */
interface Container {
  readonly kind: 'object' | 'array';
  /** The names that an object has so far, and the one that a value has come under; null in an array. */
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

/** The names that come behind in the same object. */
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
