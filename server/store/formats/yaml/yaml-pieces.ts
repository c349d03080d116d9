/**
 * Parses YAML in pieces. The `yaml` package composes a whole document in one go, which takes a second for a megabyte. Here
 * its lexer and parser pause, and long collections are cut out of the tree of tokens, composed on their own and found again
 * by their offset, where a placeholder stands.
 */
import {
  Composer,
  type CST,
  type DocumentOptions,
  Lexer,
  type LineCounter,
  type Node,
  type ParseOptions,
  Parser,
  type SchemaOptions,
  type YAMLError,
  YAMLParseError,
  type YAMLWarning,
} from 'yaml';
import { takeInPieces, type Work } from '../../../domain/basics/work.ts';

export interface YamlPieces {
  /** The root of the document. */
  readonly root: unknown;
  /** The collections that were cut out, in parts with some of the items each, by the offset of the placeholder. */
  readonly parts: ReadonlyMap<number, readonly Node[]>;
  /** In the order of the text. */
  readonly errors: readonly YAMLError[];
  readonly warnings: readonly YAMLWarning[];
}

/** Lexemes between two pauses. */
const pieceLexemes = 256;

/** Items of a collection, with all inside, that are composed in one go. */
const pieceItems = 64;

type Collection = CST.BlockMap | CST.BlockSequence | CST.FlowCollection;

/** Parses a text whose collections are nested in at most `deepest` others. A deeper one is the only error then. */
export function* composePieces(
  text: string,
  options: ParseOptions & DocumentOptions & SchemaOptions,
  lines: LineCounter,
  deepest: number,
): Work<YamlPieces> {
  const tokens = yield* tokensOf(text, lines);
  const deep = yield* firstBelow(tokens, deepest);
  if (deep) {
    const error = new YAMLParseError([deep.offset, deep.offset + 1], 'RESOURCE_EXHAUSTION', 'Nested too deep');
    return { root: null, parts: new Map(), errors: [error], warnings: [] };
  }
  const cuts: Collection[] = [];
  const mayCut = tokens.every(({ type }) => type !== 'directive');
  for (const token of tokens) if (mayCut && token.type === 'document') yield* cutLong(token.value, cuts);
  const [document, ...others] = new Composer(options).compose(tokens, true, text.length);
  const errors: YAMLError[] = [...(document?.errors ?? [])];
  for (const { range } of others) {
    errors.push(new YAMLParseError([range[0], range[1]], 'MULTIPLE_DOCS', 'Source contains multiple documents'));
  }
  const warnings = [...(document?.warnings ?? [])];
  const parts = new Map<number, readonly Node[]>();
  for (const collection of cuts) {
    const nodes: Node[] = [];
    for (const value of partsOf(collection)) {
      const part: CST.Document = { type: 'document', offset: value.offset, start: [], value };
      for (const composed of new Composer(options).compose([part], true)) {
        if (composed.contents) nodes.push(composed.contents);
        for (const error of composed.errors) errors.push(error);
        for (const warning of composed.warnings) warnings.push(warning);
      }
      yield;
    }
    parts.set(collection.offset, nodes);
  }
  const byPlace = (a: YAMLError, b: YAMLError) => a.pos[0] - b.pos[0];
  return { root: document?.contents, parts, errors: errors.sort(byPlace), warnings: warnings.sort(byPlace) };
}

function* tokensOf(text: string, lines: LineCounter): Work<readonly CST.Token[]> {
  const parser = new Parser(lines.addNewLine);
  lines.addNewLine(0);
  const tokens: CST.Token[] = [];
  yield* takeInPieces(new Lexer().lex(text), (lexeme) => tokens.push(...parser.next(lexeme)), pieceLexemes);
  tokens.push(...parser.end());
  return tokens;
}

/**
 * A collection that is nested in more than `deepest` others. The composer follows such a text down until the stack is full,
 * where the process ends if V8 has to compile a regular expression.
 */
function* firstBelow(tokens: readonly CST.Token[], deepest: number): Work<Collection | undefined> {
  let level = tokens.map((token) => (token.type === 'document' ? token.value : undefined)).filter(isCollection);
  for (let depth = 0; depth <= deepest && level.length > 0; depth += 1) {
    const inside: Collection[] = [];
    yield* takeInPieces(level, ({ items }) => {
      for (const { key, value } of items) inside.push(...[key, value].filter(isCollection));
    });
    level = inside;
  }
  return level[0];
}

/**
 * Replaces long collections inside a token by placeholders, innermost first, and adds them to `cuts`. Returns the number of
 * items that are left inside.
 */
function* cutLong(token: CST.Token | null | undefined, cuts: Collection[]): Work<number> {
  if (!isCollection(token)) return 0;
  let left = 0;
  for (const item of token.items) {
    const inside = yield* cutLong(item.value, cuts);
    left += 1;
    if (inside <= pieceItems || !isCollection(item.value)) {
      left += inside;
      continue;
    }
    cuts.push(item.value);
    item.value = placeholder(item.value);
    yield;
  }
  return left;
}

/** A scalar as long as the collection: the composer checks distances between tokens. */
function placeholder(collection: Collection): CST.FlowScalar {
  const { offset, indent } = collection;
  const rest = ' '.repeat(Math.max(0, endOf(collection) - offset - 1));
  return {
    type: 'scalar',
    offset,
    indent,
    source: '0',
    end: [{ type: 'space', offset: offset + 1, indent, source: rest }],
  };
}

/** The index after a token and all inside it. */
function endOf(token: CST.Token): number {
  const last = isCollection(token) ? token.items.at(-1) : undefined;
  const inside = last?.value ?? last?.sep?.at(-1) ?? last?.key ?? last?.start.at(-1);
  const own = inside ? endOf(inside) : token.offset + ('source' in token ? token.source.length : 0);
  const behind = ('props' in token ? token.props : 'end' in token ? token.end : undefined) ?? [];
  return behind.reduce((end, after) => end + ('source' in after ? after.source.length : 0), own);
}

/** Collections of some items each. A flow collection stays whole, because its commas belong to the items after them. */
function* partsOf(collection: Collection): Generator<Collection> {
  if (collection.type === 'flow-collection') {
    yield collection;
    return;
  }
  const { items } = collection;
  for (let start = 0; start < items.length; start += pieceItems) {
    const part = items.slice(start, start + pieceItems);
    const [first] = part;
    const offset =
      start === 0 ? collection.offset : (first?.start[0]?.offset ?? first?.key?.offset ?? collection.offset);
    yield { ...collection, offset, items: part } as Collection;
  }
}

function isCollection(token: CST.Token | null | undefined): token is Collection {
  return token?.type === 'block-map' || token?.type === 'block-seq' || token?.type === 'flow-collection';
}
