import { readFile } from 'node:fs/promises';
import { problem } from '../domain/basics/problem.ts';
import { accept, type Result, refuse } from '../domain/basics/result.ts';
import type { Certificates, TlsIdentity } from '../http/connection/tls-identity.ts';
import { isSystemError, reasonOf } from '../store/file-system.ts';
import { readKeyPair } from './read-key-pair.ts';

/** A certificate and a key in files of the user. They are read again later, because another program may renew them. */
export class GivenCertificate implements Certificates {
  readonly authority = null;
  readonly #certificateFile: string;
  readonly #keyFile: string;
  readonly #now: () => number;
  #latest: TlsIdentity | undefined;

  constructor(certificateFile: string, keyFile: string, now = Date.now) {
    this.#certificateFile = certificateFile;
    this.#keyFile = keyFile;
    this.#now = now;
  }

  async identity(): Promise<Result<TlsIdentity>> {
    const read = await this.#read();
    if (!read.ok) {
      // While another program renews them, the files may not fit.
      return this.#latest ? accept(this.#latest) : refuse(problem('certificate-refused', `HTTPS: ${read.problem}.`));
    }
    const { certificate, key } = read.value;
    if (this.#latest?.certificate !== certificate || this.#latest.key !== key) {
      this.#latest = { certificate, key, authority: null, uncovered: [] };
    }
    return accept(this.#latest);
  }

  async #read(): Promise<Result<Pick<TlsIdentity, 'certificate' | 'key'>, string>> {
    const certificate = await readText(this.#certificateFile);
    if (!certificate.ok) return certificate;
    const key = await readText(this.#keyFile);
    if (!key.ok) return key;
    const texts = { certificate: certificate.value, key: key.value };
    const checked = readKeyPair(texts, { certificate: this.#certificateFile, key: this.#keyFile }, this.#now());
    return checked.ok ? accept(texts) : checked;
  }
}

async function readText(path: string): Promise<Result<string, string>> {
  try {
    return accept(await readFile(path, 'latin1'));
  } catch (error) {
    if (!isSystemError(error)) throw error;
    return refuse(`${path} cannot be read: ${reasonOf(error)}`);
  }
}
