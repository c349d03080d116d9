import type { Work } from '../basics/work.ts';
import { mask, maskedJson, maskedJsonInPieces, note } from './masked-json.ts';

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

/** The suffixes of filter parameters: `password_ne=` holds a secret as `password=` does. */
const suffix = /_(?:less_than|greater_than|after|before|lte?|gte?|contains|starts_with|ends_with|ne|in)$/;

/** A parameter inside a text, such as the links of a list. */
const linkedParameter = /([?&])([^=?&#\s<>"\\]+)=([^&#\s<>"\\]*)/g;

/** The user and password in front of a host. */
const userInfo = /(\/\/)[^/?#\s"@]+@/g;

/** A comparison in the grammar of `filter=`; quotes may be escaped, as in the text of a response. */
const comparison =
  /(?<![\w$.:-])([\w$.:-]+)(\s+(?:eq|ne|co|sw|ew|gt|ge|lt|le)\s+)(\\?"(?:[^"\\]|\\[^"]|\\"(?=[^\s)]))*\\?"?|[^\s()]+)/gi;

/** The sentence of a failed JSON Patch test. */
const failedTest = /(Expected (\/\S*) to be ).*/s;

/** The name of a part of a multipart form, in its head. */
const partName = /name="([^"\r\n]*)"/i;

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

  /** True if a JSON pointer leads to a secret member or into one. */
  isPointer(pointer: string): boolean {
    const [, ...tokens] = pointer.split('/');
    return tokens.some((token) => this.isMember(token.replaceAll('~1', '/').replaceAll('~0', '~')));
  }

  /** The header lines with their secrets masked. Masked values are added to `found`. */
  headers(headers: Fields, found?: Set<string>): Fields {
    return headers.map(([name, value]) => {
      if (!this.isHeader(name)) return [name, this.prose(value)];
      note(found, value.replace(/^(?:Bearer|Basic|Digest) /i, ''));
      return [name, mask];
    });
  }

  /** A request target with its secrets masked. Masked values are added to `found`. */
  target(target: string, found?: Set<string>): string {
    const start = target.indexOf('?') + 1;
    const path = (start === 0 ? target : target.slice(0, start)).replace(userInfo, `$1${mask}@`);
    return start === 0 ? path : path + this.query(target.slice(start), found);
  }

  /** A query, or a form as the body of a request, with its secrets masked, also in the parameter `filter`. */
  query(query: string, found?: Set<string>): string {
    return query
      .split('&')
      .map((parameter) => {
        const [name = '', value] = parameter.split(/=(.*)/s);
        if (value === undefined) return parameter;
        if (this.#isSecretParameter(decoded(name))) {
          note(found, value);
          note(found, decoded(value));
          return `${name}=${mask}`;
        }
        const text = decoded(value);
        const masked = this.#comparisons(text, found);
        return masked === text ? parameter : `${name}=${encodeURIComponent(masked)}`;
      })
      .join('&');
  }

  /** A multipart form with the content of secret parts masked. */
  multipart(form: string, found?: Set<string>): string {
    return form
      .split('\r\n--')
      .map((part) => {
        const start = part.indexOf('\r\n\r\n') + 4;
        const name = partName.exec(part.slice(0, start))?.[1];
        if (name === undefined || !this.isParameter(name)) return part;
        note(found, part.slice(start));
        return part.slice(0, start) + mask;
      })
      .join('\r\n--');
  }

  /** A text for people, such as the reason for a response, with the secrets in it masked as far as it names them. */
  prose(text: string): string {
    const tested = this.links(text).replace(failedTest, (all, begin: string, pointer: string) =>
      this.isPointer(pointer) ? `${begin}${mask}.` : all,
    );
    return this.#comparisons(tested);
  }

  /** A text with the secrets in its URLs masked. */
  links(text: string): string {
    const masked = text.replace(linkedParameter, (all, begin: string, name: string, value: string) => {
      if (this.#isSecretParameter(decoded(name))) return `${begin}${name}=${mask}`;
      const plain = decoded(value);
      const compared = this.#comparisons(plain);
      return compared === plain ? all : `${begin}${name}=${encodeURIComponent(compared)}`;
    });
    return masked.replace(userInfo, `$1${mask}@`);
  }

  #comparisons(text: string, found?: Set<string>): string {
    return text.replace(comparison, (all, name: string, operator: string, value: string) => {
      if (!this.#isSecretField(name)) return all;
      note(found, value.replace(/^\\?"|\\?"$/g, ''));
      return `${name}${operator}"${mask}"`;
    });
  }

  /** True for a secret parameter, also as the field of a filter such as `login.password` or `password_ne`. */
  #isSecretParameter(name: string): boolean {
    return this.isParameter(name) || this.#isSecretField(name.replace(suffix, ''));
  }

  #isSecretField(name: string): boolean {
    return name.split('.').some((one) => this.isMember(one));
  }

  /** {@link maskedJson}; masked values are added to `found`. */
  json(text: string, found?: Set<string>): string {
    return maskedJson(text, this, found);
  }

  /** {@link json} with pauses, for a text of any length. */
  jsonInPieces(text: string, found?: Set<string>): Work<string> {
    return maskedJsonInPieces(text, this, found);
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
