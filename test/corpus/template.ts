/*
 * Placeholders: `{{name}}` stands for text that a row of a table or an earlier answer has given that name; in an
 * expectation it may also be a new name, which then keeps what was found. `{{*}}` stands for any text, `{{/…/}}` for
 * text that the regular expression matches.
 */

/** The texts that names stand for. Expectations add to it. */
export type Bindings = Map<string, string>;

const placeholder = /\{\{(\*|\w+|\/.*?\/)\}\}/;

/** Text with its placeholders filled in. */
export function fill(template: string, bindings: ReadonlyMap<string, string>): string {
  return template.replaceAll(new RegExp(placeholder, 'g'), (_, name: string) => {
    const text = bindings.get(name);
    if (text === undefined) throw new Error(`Nothing was named ${name} before`);
    return text;
  });
}

/** True when the text is of that form. New names are bound, from the left as little text as possible to each. */
export function matchText(template: string, text: string, bindings: Bindings): boolean {
  const names: string[] = [];
  const pattern = template.split(new RegExp(placeholder, 'g')).map((piece, index) => {
    if (index % 2 === 0) return escaped(piece);
    if (piece === '*') return '.*?';
    if (piece.startsWith('/')) return `(?:${piece.slice(1, -1)})`;
    const bound = bindings.get(piece);
    if (bound !== undefined) return escaped(bound);
    if (names.includes(piece)) return `\\k<${piece}>`;
    names.push(piece);
    return `(?<${piece}>.*?)`;
  });
  const found = new RegExp(`^${pattern.join('')}$`, 's').exec(text);
  for (const name of found ? names : []) bindings.set(name, found?.groups?.[name] ?? '');
  return found !== null;
}

/** True for a template that is nothing but a placeholder. */
export function isPlaceholder(template: string): boolean {
  return template.replace(placeholder, '') === '' && template !== '';
}

function escaped(literal: string): string {
  return literal.replaceAll(/[.*+?^${}()|[\]\\/]/g, '\\$&');
}
