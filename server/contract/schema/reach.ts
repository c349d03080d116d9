/** How other devices reach the mock. */
export interface Reach {
  /** The addresses of this machine in its network; empty while the mock listens for this machine alone, or not at all. */
  readonly addresses: readonly {
    readonly http: string;
    /** Null without HTTPS. */
    readonly https: string | null;
    /** Where a device downloads the certificate of the authority; null without one. */
    readonly authority: string | null;
  }[];
  /** The program's own certificate authority, which devices have to trust; null without HTTPS, or with a given certificate. */
  readonly authority: {
    readonly pem: string;
    readonly name: string;
    /** SHA-256, in hexadecimal digits with colons. */
    readonly fingerprint: string;
    /** Milliseconds since 1970. */
    readonly expires: number;
  } | null;
  /** Host names and addresses that the certificate does not cover. */
  readonly uncovered: readonly string[];
}
