import { ClipboardList, FlaskConical, GitCompareArrows, History, Pin, PinOff, StickyNote } from 'lucide-react';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { useStore } from 'zustand';
import type { RequestDetail } from '../../../../server/contract/schema/output.ts';
import type { Problem } from '../../../../server/domain/basics/problem.ts';
import { visible } from '../../../../server/domain/json/visible-text.ts';
import type { RequestLog } from '../../../console/requests.ts';
import { useConsole, useSecrets } from '../../../console/use-console.ts';
import { BodyView } from '../../../exchange/body-view.tsx';
import { ExplanationView } from '../../../exchange/explanation/explanation-view.tsx';
import { NameTable } from '../../../exchange/name-table.tsx';
import { RawView } from '../../../exchange/raw-view.tsx';
import { TimingView } from '../../../exchange/timing-view.tsx';
import { ActionButton } from '../../../ui/base/action.tsx';
import { classNames } from '../../../ui/base/class-names.ts';
import { formatBytes, formatDuration } from '../../../ui/base/format.ts';
import { useRemembered } from '../../../ui/base/remember.ts';
import { EmptyState, Failure, Waiting } from '../../../ui/display/empty-state.tsx';
import { MethodTag, StatusTag } from '../../../ui/display/tag.tsx';
import { Tabs } from '../../../ui/layout/tabs.tsx';
import { CopyMenu } from './copy-menu.tsx';
import styles from './log.module.css';
import { requestAt, requestId } from './log-view.ts';
import { MakeMenu } from './make-menu.tsx';
import { RequestNote } from './request-note.tsx';
import type { Requests } from './requests.ts';

interface RequestDetailPaneProps {
  readonly requests: Requests;
  /** Key of the chosen line. */
  readonly chosen: string | null;
}

/** The chosen request, its response and the explanation. */
export function RequestDetailPane({ requests, chosen }: RequestDetailPaneProps) {
  const { id, detail, problem } = useDetail(requests.log, chosen);
  const isRefused = problem !== null && id === requestId(chosen);
  const editedNote = useStore(requests.store, (state) => state.editedNote);
  // The field of a note has no place in a detail that cannot be shown.
  useEffect(() => {
    if (isRefused && editedNote !== null) requests.annotations.endNote();
  }, [requests, isRefused, editedNote]);
  const [tab, setTab] = useRemembered('requests.tab', 'response');
  const secrets = useSecrets();
  if (requestId(chosen) === null) {
    return (
      <EmptyState title="No request selected">
        Select a request to see its headers, its bodies and why the mock responded this way.
      </EmptyState>
    );
  }
  if (problem) {
    return (
      <Failure title="This request cannot be shown">
        <p>{problem.detail}</p>
      </Failure>
    );
  }
  if (!detail) return <Waiting>Reading the request…</Waiting>;
  const { request, response, explanation } = detail;
  const path = visible(secrets.target(detail.path));
  return (
    <section className="pane" aria-label={`Request ${detail.id}`}>
      <header className={styles.detailHeader}>
        <div className="line">
          <span className={styles.number}>#{detail.id}</span>
          <MethodTag method={detail.method} />
          <h2 className={classNames('ellipsis', styles.path)} title={path}>
            {path}
          </h2>
        </div>
        <div className={styles.detailActions}>
          <ActionButton id="requests.pin" icon={detail.pinned ? PinOff : Pin} pressed={detail.pinned} />
          <ActionButton id="requests.note" icon={StickyNote} />
          <ActionButton id="requests.compare" icon={GitCompareArrows} word="Compare" />
          <ActionButton id="requests.copy-report" icon={ClipboardList} word="Bug report" />
          <ActionButton id="requests.records" icon={History} />
          <CopyMenu requests={requests} detail={detail} />
          <ActionButton id="requests.try" icon={FlaskConical} />
          <MakeMenu />
        </div>
        <div className={styles.facts}>
          <StatusTag status={detail.status} />
          <span>{formatDuration(detail.durationMs)}</span>
          <span>{formatBytes(detail.responseBytes)}</span>
          <span>{detail.scenario}</span>
          {detail.instance !== undefined && <span>{visible(detail.instance)}</span>}
          {detail.origin === 'console' && <span>sent from the console</span>}
        </div>
        <RequestNote key={detail.id} requests={requests} id={detail.id} note={detail.note} />
        {explanation && <p className={styles.verdict}>{explanation.verdict}</p>}
      </header>
      <Tabs
        label="Parts of the request"
        tabs={[
          { id: 'request', title: 'Request' },
          { id: 'response', title: 'Response' },
          { id: 'explanation', title: 'Explanation' },
          { id: 'timing', title: 'Timing' },
          { id: 'raw', title: 'Raw' },
        ]}
        chosen={tab}
        onChoose={setTab}
      >
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard. */}
        <div className="scroll" key={`${detail.id} ${tab}`} tabIndex={0}>
          {tab === 'request' && (
            <>
              <NameTable label="Query" of="parameters" rows={queryOf(detail.path)} />
              <NameTable label="Request headers" of="headers" rows={request.headers} />
              <BodyView title="Request body" body={request.body} />
            </>
          )}
          {tab === 'response' &&
            (response ? (
              <>
                <NameTable label="Response headers" of="headers" rows={response.headers} />
                <BodyView title="Response body" body={response.body} />
              </>
            ) : (
              <EmptyState title="No response">The request is pending, or the client closed the connection.</EmptyState>
            ))}
          {tab === 'explanation' && <ExplanationView detail={detail} />}
          {tab === 'timing' && <TimingView detail={detail} />}
          {tab === 'raw' && <RawView detail={detail} />}
        </div>
      </Tabs>
    </section>
  );
}

interface Found {
  /** Id of the request that was read; null before the first one. */
  readonly id: number | null;
  readonly detail: RequestDetail | null;
  readonly problem: Problem | null;
}

const nothing: Found = { id: null, detail: null, problem: null };

/** Loads the chosen request, again when its row changes. The previous one stays until the next has arrived. */
function useDetail(log: RequestLog, chosen: string | null): Found {
  const { client } = useConsole();
  const summary = useSyncExternalStore(log.subscribe, () => requestAt(log, chosen));
  const id = requestId(chosen);
  const known = summary && `${summary.time} ${summary.status} ${summary.pinned} ${summary.note}`;
  const [found, setFound] = useState(nothing);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a response, a pin, a note or another request of the id reloads it.
  useEffect(() => {
    if (id === null) return setFound(nothing);
    let wanted = true;
    void client.call('requests.get', { id }).then((reply) => {
      if (!wanted) return;
      setFound(reply.ok ? { id, detail: reply.value, problem: null } : { id, detail: null, problem: reply.problem });
    });
    return () => {
      wanted = false;
    };
  }, [client, id, known]);
  return found;
}

/** The parameters of a path, decoded, in the order in which they were sent. */
function queryOf(path: string): readonly (readonly [string, string])[] {
  const [, query = ''] = /^[^?]*\?(.*)$/s.exec(path) ?? [];
  return [...new URLSearchParams(query)];
}
