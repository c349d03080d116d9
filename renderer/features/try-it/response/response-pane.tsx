import { Square } from 'lucide-react';
import { BodyView } from '../../../exchange/body-view.tsx';
import { ExplanationView } from '../../../exchange/explanation/explanation-view.tsx';
import { NameTable } from '../../../exchange/name-table.tsx';
import { Button } from '../../../ui/base/button.tsx';
import { classNames } from '../../../ui/base/class-names.ts';
import { formatBytes, formatDuration } from '../../../ui/base/format.ts';
import { useRemembered } from '../../../ui/base/remember.ts';
import { EmptyState, Failure, Waiting } from '../../../ui/display/empty-state.tsx';
import { StatusTag } from '../../../ui/display/tag.tsx';
import { Tabs } from '../../../ui/layout/tabs.tsx';
import type { Sending } from '../model/try-it-state.ts';
import { useTryIt, useTryItState } from '../model/use-try-it.ts';
import { ConflictPanel } from './conflict-panel.tsx';
import { CrawlTable } from './crawl-table.tsx';
import { RequestLine } from './request-line.tsx';
import styles from './response.module.css';

/** The response and its explanation, or the pages of a crawl. */
export function ResponsePane() {
  const tryIt = useTryIt();
  const refusal = useTryItState((state) => state.refusal);
  const shown = useTryItState((state) => state.shown);
  const crawl = useTryItState((state) => state.crawl);
  const isSending = useTryItState(({ awaited }) => awaited !== null);
  if (refusal !== null) {
    return (
      <Failure title="There is no response">
        <p>{refusal}</p>
      </Failure>
    );
  }
  if (crawl) {
    const isUnderWay = crawl.end === null;
    return (
      <section className="pane" aria-label="Crawl">
        <CrawlTable
          crawl={crawl}
          stop={
            isUnderWay && (
              <Button icon={Square} onClick={() => tryIt.stopCrawl()}>
                Cancel
              </Button>
            )
          }
        />
      </section>
    );
  }
  if (!shown) {
    return isSending ? (
      <p className={styles.stop}>
        <StillWaiting />
      </p>
    ) : (
      <EmptyState title="No response yet">
        Send the request to see its response and explanation here. Earlier ones are under History.
      </EmptyState>
    );
  }
  return <ShownExchange sending={shown} isSending={isSending} />;
}

function ShownExchange({ sending, isSending }: { readonly sending: Sending; readonly isSending: boolean }) {
  const { draft, sent, detail } = sending;
  const { response, fault, durationMs } = sent;
  const tryIt = useTryIt();
  const conflict = useTryItState(() => tryIt.conflict.present);
  const [tab, setTab] = useRemembered('try-it.tab', 'explanation');
  return (
    <section className={classNames('pane', styles.response)} aria-label="Response" aria-busy={isSending}>
      <h2 className="unseen">Response</h2>
      {conflict && <ConflictPanel conflict={conflict} />}
      <header className={styles.header}>
        <div className={styles.facts}>
          <span role="status">
            <StatusTag status={response?.status ?? null} />
          </span>
          <span>{formatDuration(durationMs)}</span>
          <span>{formatBytes(response?.body?.bytes ?? 0)}</span>
          {detail && <span>{detail.scenario}</span>}
          {isSending && <StillWaiting />}
        </div>
        <RequestLine method={draft.method} target={draft.target} />
        {detail?.explanation && <p className={styles.verdict}>{detail.explanation.verdict}</p>}
        {fault !== null && (
          <p className={styles.fault} role="alert">
            {fault}
          </p>
        )}
      </header>
      <Tabs
        label="Parts of the response"
        tabs={[
          { id: 'explanation', title: 'Explanation' },
          { id: 'body', title: 'Body' },
          { id: 'headers', title: 'Headers', note: response?.headers.length },
        ]}
        chosen={tab}
        onChoose={setTab}
      >
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard. */}
        <div key={sending.number} className="scroll" tabIndex={0}>
          {tab === 'explanation' &&
            (detail ? <ExplanationView detail={detail} /> : <NoExplanation sending={sending} />)}
          {tab === 'body' && <BodyView title="Body" body={response?.body ?? null} />}
          {tab === 'headers' && response && (
            <NameTable label="Headers of the response" of="headers" rows={response.headers} />
          )}
        </div>
      </Tabs>
    </section>
  );
}

/** Appears when a response takes noticeable time; a scenario may delay it by minutes. */
function StillWaiting() {
  const tryIt = useTryIt();
  return (
    <span className={styles.waiting}>
      Waiting for the response…
      <Button icon={Square} onClick={() => tryIt.stopWaiting()}>
        Stop waiting
      </Button>
    </span>
  );
}

function NoExplanation({ sending: { sent } }: { readonly sending: Sending }) {
  if (sent.id !== null) return <Waiting>Reading the explanation…</Waiting>;
  return (
    <EmptyState title="No explanation">
      The server refused the message before it became a request, so the log has no entry. The response says why.
    </EmptyState>
  );
}
