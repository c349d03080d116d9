/**
 * The names that the program's certificate authority may certify (RFC 5280, 4.2.1.10). With them, a stolen key of the
 * authority is worth nothing against other sites, although a device trusts it.
 */
import { BlockList, isIP, isIPv4, isIPv6 } from 'node:net';

export const nameConstraintsId = '2.5.29.30';

/** Names of one's own network (RFC 6761, RFC 6762, RFC 8375, and what routers use); those below them are meant too. */
const domains = 'localhost local localdomain test example internal lan home home.arpa'.split(' ');

/** Loopback, private, shared and link-local addresses. */
const ranges = [
  ...(['127.0.0.0/8', '10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', '169.254.0.0/16', '100.64.0.0/10'] as const),
  ...(['::1/128', 'fc00::/7', 'fe80::/10'] as const),
];

/** The DNS names that a certificate can hold; others, such as `*.test` and `ü.test`, are no names of a server. */
const dnsName = /^(?=.{1,253}$)[a-z0-9_-]{1,63}(?:\.[a-z0-9_-]{1,63})*$/;

/** The names that an authority may certify: DNS names with all names below them, and ranges such as `10.0.0.0/8`. */
export type Permitted = readonly string[];

/** Own networks, and the names beside them that were asked for when the authority was made. */
export function permittedWith(names: readonly string[]): Permitted {
  const own = [...domains, ...ranges];
  const further = names.filter((name) => (isIP(name) !== 0 || dnsName.test(name)) && !isPermitted(own, name));
  return [...own, ...further.map((name) => (isIPv4(name) ? `${name}/32` : isIPv6(name) ? `${name}/128` : name))];
}

/** True if an authority with these constraints may certify a name or an address. */
export function isPermitted(permitted: Permitted, name: string): boolean {
  const family = isIPv4(name) ? 'ipv4' : isIPv6(name) ? 'ipv6' : null;
  if (family === null && !dnsName.test(name)) return false;
  if (family === null) return permitted.some((domain) => name === domain || name.endsWith(`.${domain}`));
  const list = new BlockList();
  for (const range of permitted) {
    const [network = '', bits] = range.split('/');
    if (bits === undefined) continue;
    list.addSubnet(network, Number(bits), isIPv4(network) ? 'ipv4' : 'ipv6');
  }
  return list.check(name, family);
}

/** The value of the extension, in DER. */
export function encodeConstraints(permitted: Permitted): Uint8Array<ArrayBuffer> {
  const subtrees = permitted.map((one) => {
    const [network = '', bits] = one.split('/');
    return tlv(
      0x30,
      bits === undefined ? tlv(0x82, Buffer.from(one, 'latin1')) : tlv(0x87, range(network, Number(bits))),
    );
  });
  return new Uint8Array(tlv(0x30, tlv(0xa0, ...subtrees)));
}

/** The reverse of {@link encodeConstraints}. Throws for anything else. */
export function decodeConstraints(value: Uint8Array): Permitted {
  const [all = Buffer.alloc(0)] = parts(Buffer.from(value));
  const [permitted = Buffer.alloc(0)] = parts(all);
  return parts(permitted).map((subtree) => {
    const [name = Buffer.alloc(0)] = parts(subtree);
    return subtree[0] === 0x82 ? name.toString('latin1') : rangeText(name);
  });
}

/** An address and its mask. */
function range(network: string, bits: number): Buffer {
  const address = addressBytes(network);
  const mask = address.map((_, index) => (0xff00 >> Math.min(8, Math.max(0, bits - 8 * index))) & 0xff);
  return Buffer.from([...address, ...mask]);
}

function rangeText(bytes: Buffer): string {
  const half = bytes.length / 2;
  const bits = bytes.subarray(half).reduce((sum, byte) => sum + ones(byte), 0);
  const address = bytes.subarray(0, half);
  if (half === 4) return `${address.join('.')}/${bits}`;
  const groups = Array.from({ length: 8 }, (_, index) => address.readUInt16BE(2 * index).toString(16));
  return `${groups.join(':')}/${bits}`;
}

const ones = (byte: number) => byte.toString(2).replaceAll('0', '').length;

function addressBytes(address: string): number[] {
  if (isIPv4(address)) return address.split('.').map(Number);
  const [head = '', tail] = address.split('::');
  const groups = (text = '') => (text === '' ? [] : text.split(':').map((group) => Number.parseInt(group, 16)));
  const first = groups(head);
  const last = groups(tail);
  const zeros = Array<number>(8 - first.length - last.length).fill(0);
  return [...first, ...zeros, ...last].flatMap((group) => [group >> 8, group & 0xff]);
}

/** A value with its tag and its length (X.690, 8.1). */
function tlv(tag: number, ...content: readonly Buffer[]): Buffer {
  const value = Buffer.concat(content);
  const { length } = value;
  const size = length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...size]), value]);
}

/** The contents of the values in a row. */
function parts(bytes: Buffer): Buffer[] {
  const found: Buffer[] = [];
  for (let at = 0; at < bytes.length; ) {
    const first = bytes.readUInt8(at + 1);
    const size = first < 0x80 ? 0 : first - 0x80;
    const start = at + 2 + size;
    const length = size === 0 ? first : bytes.readUIntBE(at + 2, size);
    if (start + length > bytes.length) throw new RangeError('The value is cut.');
    found.push(bytes.subarray(start, start + length));
    at = start + length;
  }
  return found;
}
