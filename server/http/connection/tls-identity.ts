import type { Result } from '../../domain/basics/result.ts';

/** The certificate of a server, with its key and its authority. */
export interface TlsIdentity {
  /** The certificate with its chain, and its private key, both PEM. */
  readonly certificate: string;
  readonly key: string;
  /** The program's own certificate authority as PEM, which devices have to trust; null for a given certificate. */
  readonly authority: string | null;
  /** Host names and addresses that were asked for and are not covered. */
  readonly uncovered: readonly string[];
}

/** The source of the certificate. */
export interface Certificates {
  /** The authority of the latest certificate; null without one. */
  readonly authority: string | null;
  /**
   * The present certificate, also for these host names; the same object while it need not be renewed. Refused with
   * `certificate-refused` and a sentence about the file.
   */
  identity(hosts: readonly string[]): Promise<Result<TlsIdentity>>;
}
