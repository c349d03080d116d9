import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto';
import { createSecureContext } from 'node:tls';
import { accept, type Result, refuse } from '../domain/basics/result.ts';

/** The names by which a refusal speaks of the two texts. */
interface Named {
  readonly certificate: string;
  readonly key: string;
}

/** A certificate and its key, checked against each other. */
export interface CheckedKeyPair {
  readonly certificate: X509Certificate;
  readonly key: KeyObject;
}

/**
 * Reads a certificate, which its chain may follow, and its private key. Refused with a clause for texts that are no PEM, an
 * encrypted key, a key of another certificate, and a certificate that does not hold now.
 */
export function readKeyPair(
  texts: { readonly certificate: string; readonly key: string },
  named: Named,
  now: number,
): Result<CheckedKeyPair, string> {
  const certificate = attempt(() => new X509Certificate(texts.certificate));
  if (!certificate) return refuse(`${named.certificate} has no certificate in PEM form`);
  if (/-----BEGIN ENCRYPTED PRIVATE KEY-----|^Proc-Type: 4,ENCRYPTED/m.test(texts.key)) {
    return refuse(`the key in ${named.key} is encrypted; decrypt it with openssl pkey -in FILE -out FILE`);
  }
  const key = attempt(() => createPrivateKey(texts.key));
  if (!key) return refuse(`${named.key} has no private key in PEM form`);
  if (!certificate.checkPrivateKey(key)) {
    return refuse(`the key in ${named.key} does not belong to the certificate in ${named.certificate}`);
  }
  const from = Date.parse(certificate.validFrom);
  const to = Date.parse(certificate.validTo);
  if (now > to) return refuse(`the certificate in ${named.certificate} has expired on ${date(to)}`);
  if (now < from) return refuse(`the certificate in ${named.certificate} is not valid before ${date(from)}`);
  try {
    // What TLS itself refuses, such as a short key.
    createSecureContext({ cert: texts.certificate, key: texts.key });
  } catch (error) {
    const reason = error instanceof Error ? error.message.replace(/^error:[0-9A-F]+:/i, '') : '';
    return refuse(`the certificate in ${named.certificate} cannot be used for TLS (${reason})`);
  }
  return accept({ certificate, key });
}

function date(time: number): string {
  return new Date(time).toISOString().slice(0, 10);
}

function attempt<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}
