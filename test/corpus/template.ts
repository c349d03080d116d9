/*
 * Placeholders: `{{name}}` is a text from a table row or an earlier response. In an expectation a new name matches any text
 * and binds it. `{{*}}` matches any text, `{{/…/}}` text that the regular expression matches.
 */

/** Texts by name. Expectations add to it. */
export type Bindings = Map<string, string>;

const placeholder = /\{\{(\*|\w+|\/.*?\/)\}\}/;

/** Replaces the placeholders of a text. */
export function fill(template: string, bindings: ReadonlyMap<string, string>): string {
  return template.replaceAll(new RegExp(placeholder, 'g'), (_, name: string) => {
    const text = bindings.get(name);
    if (text === undefined) throw new Error(`No earlier text is named ${name}`);
    return text;
  });
}

/** True if the text matches the template. Binds new names to the shortest possible texts. */
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

/** True for a template that is a single placeholder. */
export function isPlaceholder(template: string): boolean {
  return template.replace(placeholder, '') === '' && template !== '';
}

function escaped(literal: string): string {
  return literal.replaceAll(/[.*+?^${}()|[\]\\/]/g, '\\$&');
}
