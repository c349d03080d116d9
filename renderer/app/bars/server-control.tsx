import { Check, CircleAlert, CircleDot, CircleStop, Copy, Loader, Play, Square, Unplug, Wrench } from 'lucide-react';
import { useHost, useLink } from '../../console/use-console.ts';
import { fixTitle } from '../../features/settings/suggested-fix.ts';
import { ActionButton } from '../../ui/base/action.tsx';
import { useCopy } from '../../ui/base/copy.tsx';
import { tip } from '../../ui/base/tooltip.tsx';
import { addressOf } from '../base/views.ts';
import styles from './top-bar.module.css';

/** State and address of the mock server, with the button to start or stop it. Without the host, nobody knows its state. */
export function ServerControl() {
  const link = useLink();
  if (link === 'live') return <KnownServer />;
  return (
    <section className={styles.server} aria-label="Mock server">
      <span className={styles.lost} role="status">
        <Unplug aria-hidden />
        Connection lost
      </span>
    </section>
  );
}

function KnownServer() {
  const server = useHost((state) => state.server);
  const runs = server.state === 'listening' || server.state === 'starting';
  return (
    <section className={styles.server} aria-label="Mock server">
      {/* First, so that it stays under the pointer while the words after it change. */}
      <ActionButton
        id={runs ? 'server.stop' : 'server.start'}
        icon={runs ? Square : Play}
        word={runs ? 'Stop' : 'Start'}
      />
      {server.state === 'listening' && (
        <>
          <span className={styles.listening} role="status">
            <CircleDot aria-hidden />
            Listening
          </span>
          <Address url={server.url} />
        </>
      )}
      {server.state === 'starting' && (
        <span className={styles.waiting} role="status">
          <Loader aria-hidden />
          Starting…
        </span>
      )}
      {server.state === 'stopped' && (
        <span className={styles.waiting} role="status">
          <CircleStop aria-hidden />
          Stopped
        </span>
      )}
      {server.state === 'failed' && (
        <span role="alert" className={styles.failed} title={server.reason}>
          <CircleAlert aria-hidden />
          <a href={addressOf('settings')}>{server.reason}</a>
        </span>
      )}
      {server.state === 'failed' && server.suggestedFix && (
        <ActionButton id="server.fix" icon={Wrench}>
          {fixTitle(server.suggestedFix)}
        </ActionButton>
      )}
    </section>
  );
}

function Address({ url }: { readonly url: string }) {
  const [copied, copy] = useCopy();
  const [, host = '', port = ''] = /^http:\/\/(.*?)(:\d+)?$/.exec(url) ?? [];
  return (
    <button
      type="button"
      className={styles.address}
      aria-label={`Copy address ${url}`}
      onClick={() => copy(url)}
      {...tip(`Copy the address ${url}`)}
    >
      <code>
        <span className={port === '' ? undefined : styles.host}>{host}</span>
        {port}
      </code>
      {copied ? <Check aria-hidden /> : <Copy aria-hidden />}
      <span role="status" className={copied ? styles.copied : 'unseen'}>
        {copied ? 'Copied' : ''}
      </span>
    </button>
  );
}
