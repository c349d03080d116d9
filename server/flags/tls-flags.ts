import { accept, type Result, refuse } from '../domain/basics/result.ts';
import type { FlagName, FlagValues } from './flag-table.ts';

/** How HTTPS is served; undefined where the settings decide alone. */
export interface TlsFlags {
  /** Undefined for the port of the settings. */
  readonly port: number | undefined;
  /** Files of a certificate and its key; undefined for a certificate of the program's own. */
  readonly files: { readonly certificate: string; readonly key: string } | undefined;
}

/** Reads the flags of HTTPS, each of which turns it on; `named` gives the flag or the variable that has set a value. */
export function readTlsFlags(
  { tls, 'tls-cert': certificate, 'tls-key': key }: Pick<FlagValues, 'tls' | 'tls-cert' | 'tls-key'>,
  port: number | undefined,
  named: (name: FlagName) => string,
): Result<TlsFlags | undefined, string> {
  if (certificate === undefined && key !== undefined) {
    return refuse(`${named('tls-key')} needs --tls-cert, which names the certificate.`);
  }
  if (certificate !== undefined && key === undefined) {
    return refuse(`${named('tls-cert')} needs --tls-key, which names its private key.`);
  }
  const files = certificate === undefined || key === undefined ? undefined : { certificate, key };
  return accept(tls || port !== undefined || files ? { port, files } : undefined);
}
