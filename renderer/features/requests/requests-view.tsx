import { ArrowDown, Download, Pause, Play, Shuffle, Trash2 } from 'lucide-react';
import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import { useStore } from 'zustand';
import type { LogLine } from '../../console/requests.ts';
import { useHost } from '../../console/use-console.ts';
import { ActionButton, useAction } from '../../ui/base/action.tsx';
import { Button, IconButton } from '../../ui/base/button.tsx';
import { classNames } from '../../ui/base/class-names.ts';
import { formatCount, formatTime, plural } from '../../ui/base/format.ts';
import { useRemembered } from '../../ui/base/remember.ts';
import { narrowWindow, useMedia } from '../../ui/base/use-media.ts';
import { SearchField } from '../../ui/form/field.tsx';
import { SplitView } from '../../ui/layout/split-view.tsx';
import { Toolbar } from '../../ui/layout/toolbar.tsx';
import { Menu, MenuItem } from '../../ui/overlay/menu.tsx';
import { defaultLayout } from '../../ui/table/column-layout.ts';
import type { Selection } from '../../ui/table/table-model.ts';
import { type MenuPlace, type TableHandle, VirtualTable } from '../../ui/table/virtual-table.tsx';
import { ComparisonPane } from './comparison/comparison-pane.tsx';
import { ExpectationDetail } from './expectations/expectation-detail.tsx';
import { ExpectationForm } from './expectations/expectation-form.tsx';
import { ExpectationList } from './expectations/expectation-list.tsx';
import { type Expectations, keyOf } from './expectations/expectations.ts';
import { ListSwitch } from './expectations/list-switch.tsx';
import { Histogram } from './histogram/histogram.tsx';
import { withoutField } from './histogram/tally.ts';
import { Arrivals } from './log/arrivals.tsx';
import { EmptyLog } from './log/empty-log.tsx';
import { completionsOf } from './log/log-completions.ts';
import { LogMenu } from './log/log-menu.tsx';
import { hiddenRequest, isArrival, type LogView, lineToEnter, requestId, viewLog } from './log/log-view.ts';
import { RefusedCount } from './log/refused-count.tsx';
import { columnsOf, lineName } from './log/request-columns.tsx';
import { RequestDetailPane } from './log/request-detail.tsx';
import type { Requests } from './log/requests.ts';
import styles from './requests.module.css';

/** The live request log, or the expectations, with a detail pane. */
export function RequestsView({ requests, expectations }: RequestsViewProps) {
  const { chosen, compared } = useStore(requests.store);
  const shown = useStore(expectations.store, (state) => state.shown);
  const hasExpectation = useStore(
    expectations.store,
    ({ results, chosen: key }) => results?.some((one) => keyOf(one) === key) ?? false,
  );
  return (
    <>
      {shown ? (
        <SplitView
          id="requests"
          list={<ExpectationList expectations={expectations} />}
          isEmpty={!hasExpectation}
          detail={<ExpectationDetail expectations={expectations} requests={requests} />}
        />
      ) : (
        <SplitView
          id="requests"
          list={<RequestList requests={requests} expectations={expectations} />}
          isEmpty={compared === null && requestId(chosen) === null}
          detail={
            compared ? (
              <ComparisonPane left={compared[0]} right={compared[1]} onClose={() => requests.closeComparison()} />
            ) : (
              <RequestDetailPane requests={requests} chosen={chosen} />
            )
          }
        />
      )}
      <ExpectationForm expectations={expectations} />
    </>
  );
}

interface RequestsViewProps {
  readonly requests: Requests;
  readonly expectations: Expectations;
}

function RequestList({ requests, expectations }: RequestsViewProps) {
  const { log } = requests;
  const state = useStore(requests.store);
  const revision = useSyncExternalStore(log.subscribe, () => log.revision);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the log changes in place and increments its revision.
  const view = useMemo(() => viewLog(log, state), [log, state, revision]);
  const wide = withoutField(state.search, 'status');
  // biome-ignore lint/correctness/useExhaustiveDependencies: the log changes in place and increments its revision.
  const ofAllStatuses = useMemo(
    () => (wide === state.search.trim() ? view : viewLog(log, { ...state, search: wide })),
    [log, state, view, wide, revision],
  );
  const [layout, setLayout] = useRemembered('columns.requests', defaultLayout);
  const table = useRef<TableHandle>(null);
  const [menu, setMenu] = useState<MenuPlace | null>(null);
  const follows = state.following.kind === 'end' && isArrival(state.order);
  useLayoutEffect(() => {
    if (!isArrival(state.order)) table.current?.scrollTo(0);
  }, [state.order]);
  const { hasSessions } = log;
  const isShared = useHost(({ sharing }) => sharing !== null);
  const isNarrow = useMedia(narrowWindow);
  const columns = useMemo(
    () => columnsOf(state.order, { hasSessions, isShared, isNarrow }),
    [state.order, hasSessions, isShared, isNarrow],
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: the end moves with every revision.
  useLayoutEffect(() => {
    if (follows) table.current?.scrollToEnd();
  }, [follows, revision]);

  const head = state.chosen === null ? -1 : view.indexOf(state.chosen);
  const other = state.anchor === null || state.anchor === state.chosen ? head : view.indexOf(state.anchor);
  const anchor = other < 0 ? head : other;
  const selection = useMemo(() => (head < 0 ? null : { anchor, head, column: 0 }), [anchor, head]);
  // A link opens a request that may be far up in the list, or that a search hid.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only another choice or search scrolls.
  useEffect(() => {
    if (head >= 0 && !follows) table.current?.scrollTo(head);
  }, [state.chosen, state.search, follows]);
  const latest = useRef(view);
  useLayoutEffect(() => {
    latest.current = view;
  });
  const onSelect = useCallback(
    (next: Selection) => requests.choose(latest.current.at(next.head), latest.current.at(next.anchor)),
    [requests],
  );
  const enterTable = () => {
    const line = lineToEnter(view, state, state.chosen);
    if (line) requests.choose(line);
    table.current?.focus();
  };
  const showHidden = () => {
    requests.showHidden();
    table.current?.focus();
  };
  const hidden = hiddenRequest(log, view, state.search, state.chosen);
  const onScroll = useCallback((atEnd: boolean) => requests.scrolled(atEnd), [requests]);

  return (
    <section className={classNames('pane', styles.list)} aria-label="Request log">
      <LogToolbar requests={requests} expectations={expectations} view={view} onLeave={enterTable} />
      {view.count > 0 && (
        <Histogram
          view={view}
          ofAllStatuses={ofAllStatuses}
          search={state.search}
          onSearch={(search) => requests.search(search)}
        />
      )}
      {view.count === 0 ? (
        <EmptyLog requests={requests} searched={state.search} />
      ) : (
        <VirtualTable
          label="Requests"
          layout={layout}
          onLayout={setLayout}
          columns={columns}
          onSort={(column) => requests.sort(column)}
          count={view.count}
          rowAt={view.at}
          rowName={lineName}
          rowBanner={scenarioBanner}
          selection={selection}
          onSelect={onSelect}
          onScroll={onScroll}
          onRowMenu={setMenu}
          handle={table}
        />
      )}
      {hidden !== null && (
        <p role="status" className={styles.hiddenRequest}>
          <span>Request #{hidden} does not match the search, so the list does not show it.</span>
          <Button onClick={showHidden}>Show #{hidden}</Button>
        </p>
      )}
      <LogMenu at={menu} onClose={() => setMenu(null)} onReturn={() => table.current?.focus()} />
      <Arrivals log={log} />
      {view.fresh > 0 && (
        <button type="button" className={styles.pill} onClick={() => requests.follow()}>
          <ArrowDown aria-hidden />
          {formatCount(view.fresh)} new
        </button>
      )}
    </section>
  );
}

interface LogToolbarProps extends RequestsViewProps {
  readonly view: LogView;
  readonly onLeave: () => void;
}

function LogToolbar({ requests, expectations, view, onLeave }: LogToolbarProps) {
  const { log } = requests;
  const { search, following } = useStore(requests.store);
  const { total, dropped, refused, latestRefusal, before, unkept } = useHost((state) => state.log);
  const isPaused = following.kind === 'paused';
  // Of a paused list, as the numbers of the statuses below.
  const searched = isPaused ? following.requests : log.requests;
  const har = useAction('requests.export-har');
  const json = useAction('requests.export-json');
  const csv = useAction('requests.export-csv');
  return (
    <Toolbar
      count={
        <>
          {search === '' ? (
            plural(total, 'request')
          ) : (
            <>
              {formatCount(view.count)} of {formatCount(searched)}
              <span className="spare">{searched === 1 ? ' request' : ' requests'}</span>
            </>
          )}
          {before > 0 && ` · ${formatCount(before)} from earlier runs`}
          {unkept !== null && <span className={styles.unkept}> · {unkept}</span>}
          {log.kept > 0 && (
            <span title="Pinned requests and requests with a note"> · {formatCount(log.kept)} kept</span>
          )}
          {dropped > 0 && <span title="The log keeps only the latest requests"> · {formatCount(dropped)} dropped</span>}
          {refused > 0 && <RefusedCount count={refused} latest={latestRefusal} />}
        </>
      }
      actions={
        <>
          <ActionButton id="requests.pause" icon={isPaused ? Play : Pause} pressed={isPaused}>
            {isPaused ? 'Follow' : 'Pause'}
          </ActionButton>
          <Menu trigger={<IconButton label="Export the log" icon={Download} />} align="end">
            {[har, json, csv].map((action) => (
              <MenuItem key={action.id} onSelect={action.run}>
                {action.title}
              </MenuItem>
            ))}
          </Menu>
          <ActionButton id="requests.clear" icon={Trash2} />
        </>
      }
    >
      <ListSwitch expectations={expectations} />
      <SearchField
        label="Search requests"
        placeholder={'#12, status:412, body:"Ada"'}
        completions={completionsOf(search)}
        value={search}
        onChange={(text) => requests.search(text)}
        onLeave={onLeave}
      />
    </Toolbar>
  );
}

function scenarioBanner(line: LogLine) {
  if (line.kind !== 'scenario') return null;
  return (
    <span className={classNames('line', styles.banner)}>
      <Shuffle aria-hidden />
      <span>
        Switched to <b>{line.name}</b>
      </span>
      <span className={styles.bannerTime}>{formatTime(line.time)}</span>
    </span>
  );
}
