/** Makes certificates (RFC 5280). Loaded only by a program that serves HTTPS with a certificate of its own. */
import 'reflect-metadata';
import { randomBytes, type webcrypto } from 'node:crypto';
import { isIP } from 'node:net';
import {
  AuthorityKeyIdentifierExtension,
  BasicConstraintsExtension,
  ExtendedKeyUsageExtension,
  type Extension,
  KeyUsageFlags,
  KeyUsagesExtension,
  Extension as RawExtension,
  SubjectAlternativeNameExtension,
  SubjectKeyIdentifierExtension,
  X509Certificate,
  X509CertificateGenerator,
} from '@peculiar/x509';
import { decodeConstraints, encodeConstraints, nameConstraintsId, type Permitted } from './name-constraints.ts';

/** A certificate and its private key, both PEM. */
export interface KeyPair {
  readonly certificate: string;
  readonly key: string;
}

const day = 86_400_000;
/** The clocks of phones differ. */
const backdated = day;
const authorityDays = 3650;
/** With the backdating, below the 398 days that browsers accept. */
const leafDays = 396;

const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' } as const;
const serverAuthentication = '1.3.6.1.5.5.7.3.1';

/** Makes a certificate authority that may certify these names only. `label` tells it apart in the settings of a device. */
export async function makeAuthority(permitted: Permitted, label: string, now: number): Promise<KeyPair> {
  const keys = await crypto.subtle.generateKey(algorithm, true, ['sign', 'verify']);
  const certificate = await X509CertificateGenerator.createSelfSigned({
    serialNumber: serialNumber(),
    name: [{ O: ['Mock API Console'] }, { CN: [label] }],
    notBefore: new Date(now - backdated),
    notAfter: new Date(now + authorityDays * day),
    keys,
    signingAlgorithm: algorithm,
    extensions: [
      new BasicConstraintsExtension(true, 0, true),
      new KeyUsagesExtension(KeyUsageFlags.keyCertSign | KeyUsageFlags.cRLSign, true),
      new RawExtension(nameConstraintsId, true, encodeConstraints(permitted)),
      await SubjectKeyIdentifierExtension.create(keys.publicKey),
    ],
  });
  return { certificate: pem(certificate), key: await privateKey(keys.privateKey) };
}

/** The names that an authority may certify. Throws for an authority that {@link makeAuthority} has not made. */
export function permittedBy(authority: string): Permitted {
  const constraints = new X509Certificate(authority).getExtension(nameConstraintsId);
  if (!constraints) throw new RangeError('The authority has no name constraints.');
  return decodeConstraints(new Uint8Array(constraints.value));
}

/** Makes a certificate of a server for these names and addresses, which ends before its authority at the latest. */
export async function makeLeaf(authority: KeyPair, names: readonly string[], now: number): Promise<KeyPair> {
  const issuer = new X509Certificate(authority.certificate);
  const signingKey = await crypto.subtle.importKey('pkcs8', bytesOf(authority.key), algorithm, false, ['sign']);
  const keys = await crypto.subtle.generateKey(algorithm, true, ['sign', 'verify']);
  const extensions: Extension[] = [
    new BasicConstraintsExtension(false, undefined, true),
    new KeyUsagesExtension(KeyUsageFlags.digitalSignature, true),
    new ExtendedKeyUsageExtension([serverAuthentication]),
    new SubjectAlternativeNameExtension(names.map((value) => ({ type: isIP(value) === 0 ? 'dns' : 'ip', value }))),
    await SubjectKeyIdentifierExtension.create(keys.publicKey),
    await AuthorityKeyIdentifierExtension.create(issuer.publicKey),
  ];
  const certificate = await X509CertificateGenerator.create({
    serialNumber: serialNumber(),
    subject: [{ O: ['Mock API Console'] }, { CN: ['The mock on this machine'] }],
    issuer: issuer.subjectName,
    notBefore: new Date(Math.max(now - backdated, issuer.notBefore.getTime())),
    notAfter: new Date(Math.min(now + leafDays * day, issuer.notAfter.getTime())),
    publicKey: keys.publicKey,
    signingKey,
    signingAlgorithm: algorithm,
    extensions,
  });
  return { certificate: pem(certificate), key: await privateKey(keys.privateKey) };
}

/** A random positive number of 127 bits, in hexadecimal digits. */
function serialNumber(): string {
  const bytes = randomBytes(16);
  bytes.writeUInt8((bytes.readUInt8(0) & 0x7f) | 0x40, 0);
  return bytes.toString('hex');
}

function pem(certificate: X509Certificate): string {
  return `${certificate.toString('pem')}\n`;
}

async function privateKey(key: webcrypto.CryptoKey): Promise<string> {
  const text = Buffer.from(await crypto.subtle.exportKey('pkcs8', key)).toString('base64');
  return `-----BEGIN PRIVATE KEY-----\n${text.replace(/.{64}(?=.)/g, '$&\n')}\n-----END PRIVATE KEY-----\n`;
}

function bytesOf(pem: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(Buffer.from(pem.replace(/-----[^-]+-----/g, ''), 'base64'));
}
