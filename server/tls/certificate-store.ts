import { X509Certificate } from 'node:crypto';
import { isIP } from 'node:net';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { problem } from '../domain/basics/problem.ts';
import { accept, type Result, refuse } from '../domain/basics/result.ts';
import type { Certificates, TlsIdentity } from '../http/connection/tls-identity.ts';
import { type FileSystem, isSystemError, nodeFileSystem, reasonOf } from '../store/file-system.ts';
import { createPrivateFolder, readPrivateFile, sweepPrivateFolder, writePrivateFile } from '../store/private-files.ts';
import { allNames } from './machine-names.ts';
import { type KeyPair, makeAuthority, makeLeaf, permittedBy } from './make-certificates.ts';
import { isPermitted, type Permitted, permittedWith } from './name-constraints.ts';
import { readKeyPair } from './read-key-pair.ts';

const authorityFile = 'ca.pem';
const authorityKeyFile = 'ca-key.pem';
/** The server's certificate, then its key, so that both are replaced at once. */
const leafFile = 'server.pem';

/** Milliseconds before its end at which the server's certificate is renewed. */
const renewal = 30 * 86_400_000;

export interface CertificateStoreOptions {
  /** The folder of the authority. */
  readonly folder: string;
  /** False: nothing is written, so that a new authority serves this run alone. */
  readonly writes: boolean;
  readonly now?: () => number;
  /** Names and addresses of this machine. */
  readonly names?: () => readonly string[];
  readonly fs?: FileSystem;
}

interface Authority extends KeyPair {
  readonly permitted: Permitted;
  /** Milliseconds since 1970. */
  readonly expires: number;
}

/**
 * The program's own certificate authority, made once and kept in a folder, and the server's certificate, which it renews
 * before it ends and when the machine has a name that it lacks. A damaged authority is never replaced, because devices trust
 * the old one: removing its folder asks for a new one.
 */
export class CertificateStore implements Pick<Certificates, 'identity'> {
  readonly #options: Required<CertificateStoreOptions>;
  #authority: Authority | undefined;
  #latest: TlsIdentity | undefined;
  /** The names that the latest certificate was made for in this run. */
  #madeFor: string | undefined;
  /** Serializes the calls. */
  #queue: Promise<unknown> = Promise.resolve();

  constructor(options: CertificateStoreOptions) {
    this.#options = { now: Date.now, names: allNames, fs: nodeFileSystem, ...options };
  }

  identity(hosts: readonly string[]): Promise<Result<TlsIdentity>> {
    const done = this.#queue.then(() => this.#identity(hosts));
    this.#queue = done.catch(() => undefined);
    return done;
  }

  async #identity(hosts: readonly string[]): Promise<Result<TlsIdentity>> {
    const names = [...new Set([...this.#options.names(), ...hosts.map(dnsName)])];
    try {
      const found = this.#authority ? accept(this.#authority) : await this.#findAuthority(names);
      if (!found.ok) return refuse(problem('certificate-refused', this.#sentence(found.problem)));
      const authority = found.value;
      this.#authority = authority;
      const covered = names.filter((name) => isPermitted(authority.permitted, name));
      const uncovered = names.filter((name) => !covered.includes(name));
      const known = this.#latest ?? (await this.#storedLeaf());
      const leaf = known && this.#isCurrent(known, authority, covered) ? known : await this.#renew(authority, covered);
      if (this.#latest?.key !== leaf.key || this.#latest.uncovered.join() !== uncovered.join()) {
        this.#latest = { ...leaf, authority: authority.certificate, uncovered };
      }
      return accept(this.#latest);
    } catch (error) {
      if (!isSystemError(error)) throw error;
      const detail = `The certificate authority in ${this.#options.folder} cannot be written: ${reasonOf(error)}.`;
      return refuse(problem('certificate-refused', detail));
    }
  }

  #sentence(reason: string): string {
    return `The certificate authority in ${this.#options.folder} cannot be used: ${reason}. Restore it, or remove that folder: the next start makes a new one, which devices have to trust again.`;
  }

  async #findAuthority(names: readonly string[]): Promise<Result<Authority, string>> {
    const { folder, writes, now, fs } = this.#options;
    if (writes) await sweepPrivateFolder(folder);
    const stored = await this.#readAuthority();
    if (!stored.ok || stored.value) return stored as Result<Authority, string>;
    const permitted = permittedWith(names);
    const label = `Mock API Console on ${hostname().slice(0, 30)} (${new Date(now()).toISOString().slice(0, 10)})`;
    const made = await makeAuthority(permitted, label, now());
    const files = { [authorityFile]: made.certificate, [authorityKeyFile]: made.key };
    if (writes && !(await createPrivateFolder(folder, files, fs))) {
      // Another process was faster.
      const theirs = await this.#readAuthority();
      return theirs.ok && !theirs.value ? refuse('its files are missing') : (theirs as Result<Authority, string>);
    }
    return accept(withPermitted(made));
  }

  /** The stored authority; undefined if there is none. */
  async #readAuthority(): Promise<Result<Authority | undefined, string>> {
    const { folder, now } = this.#options;
    const certificate = await readPrivateFile(join(folder, authorityFile));
    if (!certificate.ok) return certificate;
    const key = await readPrivateFile(join(folder, authorityKeyFile));
    if (!key.ok) return key;
    if (certificate.value === undefined && key.value === undefined) return accept(undefined);
    if (certificate.value === undefined) return refuse(`${authorityFile} is missing`);
    if (key.value === undefined) return refuse(`${authorityKeyFile} is missing`);
    const texts = { certificate: certificate.value, key: key.value };
    const checked = readKeyPair(texts, { certificate: authorityFile, key: authorityKeyFile }, now());
    if (!checked.ok) return checked;
    try {
      return accept(withPermitted(texts));
    } catch {
      return refuse(`${authorityFile} is not the authority that this program has made`);
    }
  }

  /** The server's certificate of an earlier run; a damaged one is made anew, because no device knows it. */
  async #storedLeaf(): Promise<KeyPair | undefined> {
    const read = await readPrivateFile(join(this.#options.folder, leafFile));
    const [, certificate, key] =
      /^([\s\S]*-----END CERTIFICATE-----\n)([\s\S]+)$/.exec((read.ok && read.value) || '') ?? [];
    return certificate === undefined || key === undefined ? undefined : { certificate, key };
  }

  #isCurrent(pair: KeyPair, authority: Authority, names: readonly string[]): boolean {
    const now = this.#options.now();
    const checked = readKeyPair(pair, { certificate: leafFile, key: leafFile }, now);
    if (!checked.ok) return false;
    const { certificate } = checked.value;
    const end = Date.parse(certificate.validTo);
    return (
      certificate.verify(new X509Certificate(authority.certificate).publicKey) &&
      (end - now > renewal || end >= authority.expires) &&
      (names.join() === this.#madeFor || names.every((name) => covers(certificate, name)))
    );
  }

  async #renew(authority: Authority, names: readonly string[]): Promise<KeyPair> {
    const { folder, writes, now, fs } = this.#options;
    const leaf = await makeLeaf(authority, names, now());
    this.#madeFor = names.join();
    if (writes) await writePrivateFile(join(folder, leafFile), leaf.certificate + leaf.key, fs);
    return leaf;
  }
}

function withPermitted(pair: KeyPair): Authority {
  const expires = Date.parse(new X509Certificate(pair.certificate).validTo);
  return { ...pair, permitted: permittedBy(pair.certificate), expires };
}

/** A host name as certificates hold it: without the brackets of an IPv6 address and a final dot. */
function dnsName(host: string): string {
  return host.toLowerCase().replace(/^\[|\]$|\.$/g, '');
}

function covers(certificate: X509Certificate, name: string): boolean {
  return (isIP(name) === 0 ? certificate.checkHost(name) : certificate.checkIP(name)) !== undefined;
}
