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

/** A JSON string, and the scalar behind it if it is the name of a member. Cut texts end in the middle of either. */
const stringAndScalar = /("(?:[^"\\]|\\.)*"?)(?:(\s*:\s*)("(?:[^"\\]|\\.)*"?|[-+.\w]+))?/gs;

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

  /** A JSON text, even one that is cut or broken, with scalars masked that are values of secret members. */
  json(text: string): string {
    return text.replace(stringAndScalar, (all, name: string, colon?: string) =>
      colon !== undefined && this.isMember(unquoted(name)) ? `${name}${colon}"${mask}"` : all,
    );
  }
}

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
