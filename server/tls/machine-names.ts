import { hostname, type NetworkInterfaceInfo, networkInterfaces } from 'node:os';

type Interfaces = NodeJS.Dict<readonly NetworkInterfaceInfo[]>;

/** Interfaces between programs of this machine, which no other device reaches. */
const virtual = /^(?:docker|br-|veth|virbr|vmnet|vboxnet|lxc|cni|flannel|vEthernet)/i;

/**
 * The addresses by which devices in the same network reach this machine: IPv4, then unique local IPv6. Global IPv6 addresses
 * are left out, because systems change them every day.
 */
export function networkAddresses(interfaces: Interfaces = networkInterfaces()): readonly string[] {
  const found = Object.entries(interfaces)
    .filter(([name]) => !virtual.test(name))
    .flatMap(([, addresses]) => addresses ?? [])
    .filter(({ internal }) => !internal);
  const ofFamily = (family: string) =>
    found.filter((one) => one.family === family).map(({ address }) => address.replace(/%.*$/, '').toLowerCase());
  const ipv4 = ofFamily('IPv4').filter((address) => !address.startsWith('169.254.'));
  const ipv6 = ofFamily('IPv6').filter((address) => /^f[cd]/.test(address));
  return [...new Set([...ipv4, ...ipv6])];
}

/** The names of this machine in its network, such as `laptop` and, for multicast DNS, `laptop.local`; none if it has no usable one. */
function machineNames(name: string = hostname()): readonly string[] {
  const full = name.toLowerCase().replace(/\.$/, '');
  const isName = /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)*[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/.test(full);
  if (!isName || full.startsWith('localhost') || /^[\d.]+$/.test(full)) return [];
  const [label = full] = full.split('.');
  return [...new Set([full, `${label}.local`])];
}

/** Every name and address of this machine that a certificate should cover. */
export function allNames(): readonly string[] {
  return ['localhost', '127.0.0.1', '::1', ...machineNames(), ...networkAddresses()];
}
