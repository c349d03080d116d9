import { nearestName } from '../basics/nearest-name.ts';
import { accept, type Result, refuse } from '../basics/result.ts';
import { type Pointer, parsePointer } from '../json/pointer.ts';

/**
 * A value that a template names: a member of the path, a query parameter, a value in the request's body or in the record that
 * the request is about, the time, or a new UUID.
 */
export type TemplateValue =
  | { readonly from: 'path' | 'query'; readonly name: string }
  | { readonly from: 'body' | 'record'; readonly pointer: Pointer }
  | { readonly from: 'now' | 'uuid' };

/** A piece of a template: a literal text, or a value with its name as written. */
export type Piece = string | { readonly name: string; readonly value: TemplateValue };

/** Path members that every rule may name: `collection` and `id` of the record that the request is about, and the user's. */
const usualMembers = ['userId', 'collection', 'id'];

/** An opening brace that means itself, or a name between braces; the last brace may be missing. */
const placeholders = /\{\{|\{([^{}]*)(\}?)/g;

/**
 * Parses a template: `{name}` stands for a value and `{{` for an opening brace. `members` are the members of the rule's path.
 * Nothing in it is evaluated. The problem is a clause.
 */
export function parseTemplate(text: string, members: readonly string[]): Result<readonly Piece[], string> {
  const pieces: Piece[] = [];
  let literal = '';
  let end = 0;
  for (const match of text.matchAll(placeholders)) {
    const [mark, name = '', close] = match;
    literal += text.slice(end, match.index);
    end = match.index + mark.length;
    if (mark === '{{') {
      literal += '{';
      continue;
    }
    if (close !== '}') return refuse('has a "{" without its "}"; write "{{" for a brace');
    const value = namedValue(name, members);
    if (!value) return refuse(unknownName(name, members));
    if (literal !== '') pieces.push(literal);
    literal = '';
    pieces.push({ name, value });
  }
  literal += text.slice(end);
  return accept(literal === '' ? pieces : [...pieces, literal]);
}

/** The value of a name; undefined for an unknown name. */
function namedValue(name: string, members: readonly string[]): TemplateValue | undefined {
  if (members.includes(name)) return { from: 'path', name };
  if (name === 'now' || name === 'uuid') return { from: name };
  if (name.startsWith('query.')) return name === 'query.' ? undefined : { from: 'query', name: name.slice(6) };
  const [, from, text = ''] = /^(body|record)(?:\.(\/.*))?$/s.exec(name) ?? [];
  if (from === 'body' || from === 'record') {
    const pointer = parsePointer(text);
    return pointer.ok ? { from, pointer: pointer.value } : undefined;
  }
  return usualMembers.includes(name) ? { from: 'path', name } : undefined;
}

function unknownName(name: string, members: readonly string[]): string {
  const words = [...new Set([...members, ...usualMembers]), 'now', 'uuid'];
  const near = nearTemplate(name, words);
  const known = [...words, 'query.…', 'body./…', 'record./…'].map((one) => `{${one}}`).join(', ');
  const hint = near === undefined || near === name ? `known are ${known}.` : `did you mean "{${near}}"?`;
  return `names the unknown value "{${name}}"; ${hint} Write "{{" for a brace`;
}

/** The name that a misspelt one most likely means. */
function nearTemplate(name: string, words: readonly string[]): string | undefined {
  const [, prefix = '', rest = ''] = /^(\w+)\.(.*)/s.exec(name) ?? [];
  const from = nearestName(prefix, ['query', 'body', 'record']);
  if (from === undefined) return nearestName(name, words);
  return from === 'query' || rest.startsWith('/') ? `${from}.${rest}` : `${from}./${rest.replaceAll('.', '/')}`;
}

/** The names of the parameters in a path pattern. */
export function pathMembers(pattern: string | undefined): readonly string[] {
  return (pattern?.split('/') ?? []).flatMap((segment) => memberOf(segment) ?? []);
}

/** The name of a parameter such as `{userId}`; undefined for any other segment of a pattern. */
export function memberOf(segment: string): string | undefined {
  return segment.startsWith('{') && segment.endsWith('}') ? segment.slice(1, -1) : undefined;
}

type XmlState = 'text' | 'tag' | 'closing' | '"' | "'" | '-->' | ']]>' | '?>' | '>';

/**
 * Why the pieces of an XML template cannot be filled safely; null if each value stands in the text of an element or in a quoted
 * attribute, where escaping keeps it a text.
 */
export function misplacedInXml(pieces: readonly Piece[]): string | null {
  let state: XmlState = 'text';
  let depth = 0;
  for (const piece of pieces) {
    if (typeof piece === 'string') [state, depth] = afterXml(piece, state, depth);
    else if (state !== '"' && state !== "'" && !(state === 'text' && depth > 0)) {
      return `has "{${piece.name}}" in a place that XML gives another meaning; a value may stand in the text of an element or in a quoted attribute`;
    }
  }
  return null;
}

const sections = [
  ['<!--', '-->'],
  ['<![CDATA[', ']]>'],
  ['<?', '?>'],
  ['<!', '>'],
  ['</', 'closing'],
  ['<', 'tag'],
] as const;

/** The state and the depth of elements after a piece of XML. */
function afterXml(text: string, before: XmlState, depthBefore: number): [XmlState, number] {
  let [state, depth] = [before, depthBefore];
  for (let at = 0; at < text.length; at += 1) {
    const letter = text.charAt(at);
    if (state === 'text') {
      const section = letter === '<' ? sections.find(([begin]) => text.startsWith(begin, at)) : undefined;
      if (!section) continue;
      state = section[1];
      at += section[0].length - 1;
    } else if (state === 'tag' && (letter === '"' || letter === "'")) {
      state = letter;
    } else if (state === 'tag' && letter === '>') {
      state = 'text';
      if (text.charAt(at - 1) !== '/') depth += 1;
    } else if (state === 'closing' && letter === '>') {
      state = 'text';
      depth -= 1;
    } else if (letter === state && letter !== '>') {
      state = 'tag';
    } else if (state.endsWith('>') && text.startsWith(state, at)) {
      at += state.length - 1;
      state = 'text';
    }
  }
  return [state, depth];
}
