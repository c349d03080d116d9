import { Download } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { Reach } from '../../../server/contract/schema/reach.ts';
import { useConsole, useHost } from '../../console/use-console.ts';
import { Button } from '../../ui/base/button.tsx';
import { CopyButton } from '../../ui/base/copy.tsx';
import { download } from '../../ui/base/download.ts';
import { QrCode } from '../../ui/display/qr-code.tsx';
import { Fact } from './parts.tsx';
import styles from './reach.module.css';

/** How phones and other devices reach the mock, and how they trust its certificate authority. */
export function ReachRows() {
  const reach = useReach();
  const server = useHost((state) => state.server);
  if (!reach) return null;
  const { addresses, authority, uncovered } = reach;
  return (
    <>
      <Fact label="Other devices" words="phone qr code network address lan reach">
        <p className={styles.text}>{whoMayReach(server.state === 'listening', addresses.length > 0)}</p>
      </Fact>
      {addresses.map(({ http, https, authority: certificate }) => (
        <Fact
          key={http}
          label={new URL(http).hostname.replace(/^\[|\]$/g, '')}
          words="phone qr code network address lan"
        >
          <div className={styles.codes}>
            <Address title="HTTP" url={http} />
            {https !== null && <Address title="HTTPS" url={https} />}
            {certificate !== null && <Address title="Certificate to trust" url={certificate} />}
          </div>
        </Fact>
      ))}
      {authority && <AuthorityRow authority={authority} />}
      {uncovered.length > 0 && (
        <Fact label="Not covered" words="https certificate host names">
          <p className={styles.text}>
            The certificate does not cover {uncovered.join(', ')}. Start the program with <code>--tls-cert</code> and{' '}
            <code>--tls-key</code> for a certificate that does.
          </p>
        </Fact>
      )}
    </>
  );
}

/** The latest answer of the host; null before the first one. Asked again when an address changes. */
function useReach(): Reach | null {
  const { client } = useConsole();
  const server = useHost((state) => state.server);
  const hosts = useHost(({ workspace }) => workspace.settings.allowedHosts);
  const [reach, setReach] = useState<Reach | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the host answers by its own server and settings.
  useEffect(() => {
    let isLatest = true;
    void client.call('server.reach', {}).then((reply) => {
      if (isLatest && reply.ok) setReach(reply.value);
    });
    return () => {
      isLatest = false;
    };
  }, [client, server, hosts]);
  return reach;
}

function whoMayReach(listens: boolean, hasAddresses: boolean): string {
  if (!listens) return 'The mock does not listen now.';
  if (hasAddresses) {
    return 'Every device in the networks of this machine may reach the mock at these addresses, read its records and change them. It has no password.';
  }
  return 'The mock listens for this machine only. To reach it from a phone, set the host above to 0.0.0.0, and connect the phone to the same network.';
}

function Address({ title, url }: { readonly title: string; readonly url: string }) {
  return (
    <div className={styles.address}>
      <span className={styles.title}>{title}</span>
      <QrCode text={url} label={`QR code of ${url}`} />
      <span className={styles.url}>
        <code>{url}</code>
        <CopyButton label={`Copy ${url}`} text={() => url} />
      </span>
    </div>
  );
}

const steps = [
  [
    'iPhone, iPad',
    'Open the address of the certificate in Safari and allow the download. Install it in Settings › Profile Downloaded, then turn it on in General › About › Certificate Trust Settings.',
  ],
  [
    'Android',
    'Download the certificate. Install it in Settings › Security › Encryption & credentials › Install a certificate › CA certificate. An app trusts it only if its network security config has user certificates.',
  ],
  [
    'macOS, Windows',
    'Download the certificate and open it. On a Mac, set it to Always Trust in Keychain Access; on Windows, put it into Trusted Root Certification Authorities.',
  ],
  [
    'Linux, test code',
    'Give the file to the client: curl --cacert, NODE_EXTRA_CA_CERTS, REQUESTS_CA_BUNDLE. Firefox and Chromium have a list of authorities in their settings.',
  ],
] as const;

function AuthorityRow({ authority }: { readonly authority: NonNullable<Reach['authority']> }) {
  const { name, fingerprint, expires, pem } = authority;
  return (
    <Fact label="Certificate authority" words="https trust certificate ca tls phone ios android download fingerprint">
      <div className={styles.authority}>
        <p className={styles.text}>
          “{name}”, until {new Date(expires).toLocaleDateString()}. A device that trusts it accepts the certificates of
          this mock; it can certify nothing outside private networks but the names it was made for.
        </p>
        <span className={styles.url}>
          <Button icon={Download} onClick={() => download('mock-api-console-ca.crt', pem)}>
            Download certificate
          </Button>
        </span>
        <span className={styles.url}>
          <code>SHA-256 {fingerprint}</code>
          <CopyButton label="Copy the fingerprint" text={() => fingerprint} />
        </span>
        <dl className={styles.steps}>
          {steps.map(([device, text]) => (
            <div key={device}>
              <dt>{device}</dt>
              <dd>{text}</dd>
            </div>
          ))}
        </dl>
      </div>
    </Fact>
  );
}
