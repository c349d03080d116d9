/*
 * Parses the text form of the corpus (see README.md): prose, and marked lines for requests and expected responses.
 * Placeholders are resolved when a case runs.
 */

export interface CorpusCase {
  /** The title, followed by the row of the table if the case has one. */
  readonly title: string;
  /** Name of a file in workspaces/. */
  readonly workspace: string;
  /** Override the settings of the workspace. */
  readonly settings: Readonly<Record<string, unknown>>;
  /** A general check that the case violates on purpose and that is therefore skipped. */
  readonly breaks: 'nothing' | 'description' | 'refusals';
  readonly steps: readonly Step[];
}

/** A step of a case. Lines count from 1. */
export type Step = { readonly line: number } & (
  | { readonly kind: 'exchange'; readonly request: RequestTemplate; readonly response: ResponseTemplate }
  /** The explanation of the last response, as the request log has it. */
  | { readonly kind: 'explanation'; readonly json: string }
  /** A command of the console API; `restart` closes the host and reopens its file. */
  | { readonly kind: 'command'; readonly name: string; readonly input: string }
);

export interface RequestTemplate {
  readonly method: string;
  readonly target: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: string | undefined;
}

export interface ResponseTemplate {
  readonly status: number;
  /** Null if the response must not have the header. */
  readonly headers: readonly (readonly [name: string, value: string | null])[];
  /** Undefined for any body. */
  readonly body: BodyTemplate | undefined;
}

export type BodyTemplate =
  | { readonly kind: 'json'; readonly json: string }
  | { readonly kind: 'text'; readonly text: string }
  /** A list of records with these keys as their first members. */
  | { readonly kind: 'keys'; readonly keys: readonly string[] }
  | { readonly kind: 'none' };

/** Adjacent lines with the same mark, without the mark. */
interface Block {
  readonly mark: string;
  readonly line: number;
  readonly lines: readonly string[];
}

/** A mark and a space; a directive has no space. Other lines are prose. */
const marked = /^(?:(##|[|><?!])(?: |$)|(@)(?=\w))(.*)$/;

/** Parses a file of the corpus. Throws an error with the line of a fault. */
export function parseCorpus(source: string): readonly CorpusCase[] {
  const blocks = readBlocks(source);
  const starts = blocks.flatMap(({ mark }, index) => (mark === '##' ? [index] : []));
  const preamble = readDirectives(blocks.slice(0, starts[0]), {});
  return starts.flatMap((start, index) => {
    const [heading, ...content] = blocks.slice(start, starts[index + 1]);
    const line = heading?.line ?? 0;
    const { workspace, settings = {}, breaks = 'nothing' } = readDirectives(content, preamble);
    if (workspace === undefined) throw fault(line, 'the case has no @workspace');
    return readRows(content).map((row) => {
      const title = [heading?.lines.join(' '), ...row.values()].join(' · ');
      const steps = readSteps(content.map((block) => withRow(block, row)));
      if (steps.length === 0) throw fault(line, 'the case has no step');
      return { title, workspace, settings, breaks, steps };
    });
  });
}

function fault(line: number, what: string): Error {
  return new Error(`Line ${line}: ${what}`);
}

function readBlocks(source: string): readonly Block[] {
  const blocks: { mark: string; line: number; lines: string[] }[] = [];
  let before: string | undefined;
  for (const [index, text] of source.split('\n').entries()) {
    const [, spaced, directive, content = ''] = marked.exec(text) ?? [];
    const mark = spaced ?? directive;
    if (mark !== undefined && mark === before) blocks.at(-1)?.lines.push(content.trimEnd());
    else if (mark !== undefined) blocks.push({ mark, line: index + 1, lines: [content.trimEnd()] });
    before = mark;
  }
  return blocks;
}

type Directives = Partial<Pick<CorpusCase, 'workspace' | 'settings' | 'breaks'>>;

function readDirectives(blocks: readonly Block[], inherited: Directives): Directives {
  let directives = inherited;
  for (const { line, lines } of blocks.filter(({ mark }) => mark === '@')) {
    for (const text of lines) {
      const [, name, value = ''] = /^(\w+) +(.*)$/.exec(text) ?? [];
      if (name === 'workspace') directives = { ...directives, workspace: value };
      else if (name === 'settings') directives = { ...directives, settings: JSON.parse(value) };
      else if (name === 'breaks' && (value === 'description' || value === 'refusals'))
        directives = { ...directives, breaks: value };
      else throw fault(line, `there is no directive "${text}"`);
    }
  }
  return directives;
}

/** The rows of a table by the names in its head; one empty row without a table. */
function readRows(blocks: readonly Block[]): readonly ReadonlyMap<string, string>[] {
  const [table] = blocks.filter(({ mark }) => mark === '|');
  if (!table) return [new Map()];
  const [names = [], ...rows] = table.lines.map((line) =>
    line
      .replace(/\|$/, '')
      .split('|')
      .map((cell) => cell.trim()),
  );
  return rows.map((cells, index) => {
    if (cells.length !== names.length) throw fault(table.line + index + 1, `the row has not ${names.length} cells`);
    return new Map(names.map((name, column) => [name, cells[column] ?? '']));
  });
}

/** Replaces the names of cells by their values. */
function withRow(block: Block, row: ReadonlyMap<string, string>): Block {
  if (row.size === 0) return block;
  const cells = (text: string) => text.replaceAll(/\{\{(\w+)\}\}/g, (name, column) => row.get(column) ?? name);
  return { ...block, lines: block.lines.map(cells) };
}

function readSteps(blocks: readonly Block[]): readonly Step[] {
  return blocks.flatMap(({ mark, line, lines }, index): readonly Step[] => {
    const next = blocks[index + 1];
    switch (mark) {
      case '>': {
        if (next?.mark !== '<') throw fault(line, 'the request has no response');
        return [{ kind: 'exchange', line, request: readRequest(line, lines), response: readResponse(next) }];
      }
      case '<':
        if (blocks[index - 1]?.mark !== '>') throw fault(line, 'the response has no request');
        return [];
      case '?':
        return [{ kind: 'explanation', line, json: lines.join('\n') }];
      case '!':
        return lines.map((text, row) => {
          const [name = '', ...input] = text.split(' ');
          return { kind: 'command', line: line + row, name, input: input.join(' ') || '{}' };
        });
      default:
        return [];
    }
  });
}

function readRequest(line: number, [start = '', ...rest]: readonly string[]): RequestTemplate {
  const [, method, target] = /^([A-Z]+) (\S+)$/.exec(start) ?? [];
  if (method === undefined || target === undefined) throw fault(line, `"${start}" is not a method and a target`);
  const { headers, body } = readMessage(rest);
  return { method, target, headers, body: body.length === 0 ? undefined : body.join('\n') };
}

function readResponse({ line, lines: [status = '', ...rest] }: Block): ResponseTemplate {
  if (!/^\d{3}$/.test(status)) throw fault(line, `"${status}" is not a status`);
  const absent = rest.flatMap((text) => /^no (?!body$)(\S+)$/.exec(text)?.[1] ?? []);
  const { headers, body } = readMessage(rest.filter((text) => !/^no (?!body$)\S+$/.test(text)));
  return {
    status: Number(status),
    headers: [...headers, ...absent.map((name) => [name, null] as const)],
    body: readBody(body),
  };
}

/** Lines that look like headers are headers; an empty line ends them if the body looks like a header too. */
function readMessage(
  lines: readonly string[],
): Pick<RequestTemplate, 'headers'> & { readonly body: readonly string[] } {
  const header = /^([\w-]+):(?: +(.*))?$/;
  const end = lines.findIndex((text) => !header.test(text));
  const head = end < 0 ? lines : lines.slice(0, end);
  const body = end < 0 ? [] : lines.slice(lines[end] === '' ? end + 1 : end);
  return { headers: head.map((text) => [header.exec(text)?.[1] ?? '', header.exec(text)?.[2] ?? '']), body };
}

function readBody(lines: readonly string[]): BodyTemplate | undefined {
  const text = lines.join('\n');
  if (text === '') return undefined;
  if (text === 'no body') return { kind: 'none' };
  if (/^keys\b/.test(text))
    return {
      kind: 'keys',
      keys: text
        .split(/\s+/)
        .slice(1)
        .filter((key) => key !== ''),
    };
  return text.startsWith('text ') ? { kind: 'text', text: text.slice('text '.length) } : { kind: 'json', json: text };
}
