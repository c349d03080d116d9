import { join } from 'node:path';
import type { Result } from '../domain/basics/result.ts';
import type { Certificates, TlsIdentity } from '../http/connection/tls-identity.ts';
import type { CertificateStoreOptions } from './certificate-store.ts';

/** The certificates of the authority in a data folder, below which it has a folder of its own. What makes them is loaded for the first one. */
export class OwnCertificates implements Certificates {
  readonly #dataFolder: () => string;
  readonly #options: Omit<CertificateStoreOptions, 'folder'>;
  #store: Promise<Pick<Certificates, 'identity'>> | undefined;
  #authority: string | null = null;

  constructor(dataFolder: () => string, options: Omit<CertificateStoreOptions, 'folder'>) {
    this.#dataFolder = dataFolder;
    this.#options = options;
  }

  get authority(): string | null {
    return this.#authority;
  }

  async identity(hosts: readonly string[]): Promise<Result<TlsIdentity>> {
    this.#store ??= this.#load();
    const found = await (await this.#store).identity(hosts);
    if (found.ok) this.#authority = found.value.authority;
    return found;
  }

  async #load(): Promise<Pick<Certificates, 'identity'>> {
    const { CertificateStore } = await import('./certificate-store.ts');
    return new CertificateStore({ ...this.#options, folder: join(this.#dataFolder(), 'https') });
  }
}
