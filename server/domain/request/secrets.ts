/** Replaces a secret. */
const mask = '***';

const everywhere = [
  'password',
  'passwd',
  'passphrase',
  'secret',
  'clientSecret',
  'token',
  'accessToken',
  'refreshToken',
  'idToken',
  'apiKey',
  'authToken',
  'csrfToken',
  'xsrfToken',
];
const headerNames = [
  ...['authorization', 'proxy-authorization', 'cookie', 'set-cookie'],
  ...['x-api-key', 'x-auth-token', 'x-csrf-token', 'x-xsrf-token'],
  ...everywhere,
];
const parameterNames = [...everywhere, 'key', 'auth', 'authorization', 'code_verifier'];

type Fields = readonly (readonly [name: string, value: string])[];

/**
 * A JSON string, and the scalar or the bracket behind it if it is the name of a member. Cut texts end in the middle of
 * either.
 */
const stringAndValue = /("(?:[^"\\]|\\.)*"?)(?:(\s*:\s*)("(?:[^"\\]|\\.)*"?|[-+.\w]+|[{[]))?/gs;
const stringOrBracket = /"(?:[^"\\]|\\.)*"?|[[\]{}]/gs;

/** Which headers, query parameters and JSON members have secret values, and texts with these values masked. */
export class Secrets {
  readonly #headers: ReadonlySet<string>;
  readonly #parameters: ReadonlySet<string>;
  readonly #members: ReadonlySet<string>;

  /** `more` are names that are secret in every place, in addition to the usual ones. */
  constructor(more: readonly string[] = []) {
    this.#headers = new Set([...headerNames, ...more].map(normalized));
    this.#parameters = new Set([...parameterNames, ...more].map(normalized));
    this.#members = new Set([...everywhere, ...more].map(normalized));
  }

  isHeader(name: string): boolean {
    return this.#headers.has(normalized(name));
  }

  isParameter(name: string): boolean {
    return this.#parameters.has(normalized(name));
  }

  isMember(name: string): boolean {
    return this.#members.has(normalized(name));
  }

  headers(headers: Fields): Fields {
    return headers.map(([name, value]) => [name, this.isHeader(name) ? mask : value]);
  }

  /** A request target with the values of secret parameters masked. */
  target(target: string): string {
    const start = target.indexOf('?') + 1;
    return start === 0 ? target : target.slice(0, start) + this.query(target.slice(start));
  }

  /** A query, or a form as the body of a request, with the values of secret parameters masked. */
  query(query: string): string {
    return query
      .split('&')
      .map((parameter) => {
        const [name = '', value] = parameter.split(/=(.*)/s);
        return value !== undefined && this.isParameter(decoded(name)) ? `${name}=${mask}` : parameter;
      })
      .join('&');
  }

  /** A JSON text, even one that is cut or broken, with the values of secret members masked: also whole objects and arrays. */
  json(text: string): string {
    let masked = '';
    let from = 0;
    for (const { 0: all, 1: name = '', 2: colon, 3: value = '', index } of text.matchAll(stringAndValue)) {
      // A string inside a masked value.
      if (index < from || colon === undefined || !this.isMember(unquoted(name))) continue;
      masked += `${text.slice(from, index)}${name}${colon}"${mask}"`;
      from = index + all.length;
      if (value === '{' || value === '[') from = endOfContainer(text, from);
    }
    return masked + text.slice(from);
  }
}

/** The secrets of a workspace that names none of its own. */
export const usualSecrets = new Secrets();

const secretsByNames = new WeakMap<readonly string[], Secrets>();

/** The secrets of a workspace with these names in its settings. */
export function secretsOf({ secretNames }: { readonly secretNames: readonly string[] }): Secrets {
  let secrets = secretsByNames.get(secretNames);
  if (!secrets) {
    secrets = new Secrets(secretNames);
    secretsByNames.set(secretNames, secrets);
  }
  return secrets;
}

/** The index behind the object or array whose content begins at an index; the end of a text that is cut. */
function endOfContainer(text: string, from: number): number {
  let depth = 1;
  stringOrBracket.lastIndex = from;
  while (depth > 0) {
    const found = stringOrBracket.exec(text);
    if (!found) return text.length;
    if (found[0] === '{' || found[0] === '[') depth += 1;
    else if (found[0] === '}' || found[0] === ']') depth -= 1;
  }
  return stringOrBracket.lastIndex;
}

/** `access_token`, `Access-Token` and `accessToken` are the same name. */
function normalized(name: string): string {
  return name.toLowerCase().replace(/[-_.\s]/g, '');
}

function decoded(name: string): string {
  try {
    return decodeURIComponent(name.replaceAll('+', ' '));
  } catch {
    return name;
  }
}

function unquoted(text: string): string {
  try {
    return JSON.parse(text) as string;
  } catch {
    return text;
  }
}
