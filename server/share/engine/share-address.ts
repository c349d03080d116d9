import { accept, type Result, refuse } from '../../domain/basics/result.ts';

/** Where the engine is, and how to log in. The password stays out of every message. */
export interface ShareAddress {
  /** With the scheme, the host, the port and the database, without a user and a password. */
  readonly url: string;
  readonly username: string | undefined;
  readonly password: string | undefined;
}

/** Reads `redis://[USER[:PASSWORD]@]HOST[:PORT][/DATABASE]`, or `rediss://` for TLS. A refusal is a phrase without the password. */
function readShareAddress(text: string, password: string | undefined): Result<ShareAddress, string> {
  const rule = 'an address such as redis://host:6379, or rediss:// for TLS';
  if (!URL.canParse(text)) return refuse(rule);
  const url = new URL(text);
  const isRedis = url.protocol === 'redis:' || url.protocol === 'rediss:';
  if (!isRedis || url.hostname === '' || url.search !== '' || url.hash !== '') return refuse(rule);
  if (!/^\/?\d*$/.test(url.pathname)) return refuse(`${rule}, with the number of a database after a slash`);
  const username = url.username === '' ? undefined : decodeURIComponent(url.username);
  const given = url.password === '' ? undefined : decodeURIComponent(url.password);
  url.username = '';
  url.password = '';
  return accept({ url: url.href, username, password: given ?? password });
}

/** The variable with the password of the engine, if the address of `--share` has none. */
const passwordVariable = 'MOCK_API_CONSOLE_SHARE_PASSWORD';

/** Flags that need what every instance has of its own, and why they cannot be used. */
const unshared = {
  scenes: 'scenes are played at one instance',
  upstream: 'every instance would record for itself',
} as const;

type Values = { readonly [Name in keyof typeof unshared | 'share']?: string | undefined };

/** The address of `--share`; undefined without the flag. `named` gives the flag or the variable that has set a value. */
export function checkShareFlags(
  values: Values,
  named: (name: keyof typeof unshared | 'share') => string,
  env: Readonly<Record<string, string | undefined>>,
): Result<ShareAddress | undefined, string> {
  if (values.share === undefined) return accept(undefined);
  const address = readShareAddress(values.share, env[passwordVariable]);
  if (!address.ok) return refuse(`${named('share')} takes ${address.problem}.`);
  for (const name of ['scenes', 'upstream'] as const) {
    if (values[name] !== undefined) return refuse(`${named(name)} cannot be used with --share: ${unshared[name]}.`);
  }
  return address;
}
