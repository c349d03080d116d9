import { CloudDownload, FlaskConical, Pin } from 'lucide-react';
import type { RequestSummary } from '../../../../server/contract/schema/state.ts';
import { visible } from '../../../../server/domain/json/visible-text.ts';
import { isUnderWay, type LogLine } from '../../../console/requests.ts';
import { formatDuration, formatTime } from '../../../ui/base/format.ts';
import { MethodTag, StatusTag } from '../../../ui/display/tag.tsx';
import type { Column } from '../../../ui/table/table-model.ts';
import styles from './log.module.css';
import { type LogOrder, logOrders } from './log-view.ts';

const columns: readonly Column<LogLine>[] = [
  {
    id: 'number',
    title: 'No.',
    width: 52,
    align: 'end',
    pinned: true,
    cell: request(({ id }) => <Data>{String(id)}</Data>),
  },
  { id: 'time', title: 'Time', width: 100, pinned: true, cell: request(({ time }) => <Data>{formatTime(time)}</Data>) },
  { id: 'method', title: 'Method', width: 64, cell: request(({ method }) => <MethodTag method={method} />) },
  { id: 'path', title: 'Path', width: 144, grows: true, cell: request((one) => <PathCell request={one} />) },
  { id: 'status', title: 'Status', width: 176, cell: request((one) => <StatusCell request={one} />) },
  {
    id: 'duration',
    title: 'Duration',
    width: 80,
    align: 'end',
    cell: request((one) => <Data>{isUnderWay(one) ? '…' : formatDuration(one.durationMs)}</Data>),
  },
  {
    id: 'scenario',
    title: 'Scenario',
    width: 96,
    cell: request(({ scenario }) => scenario),
  },
];

/** Columns that are hidden by default. */
const further: readonly Column<LogLine>[] = [
  {
    id: 'client',
    title: 'Client',
    width: 110,
    hidden: true,
    cell: request(({ client }) => <Data>{client ?? ''}</Data>),
  },
  {
    id: 'connection',
    title: 'Connection',
    width: 88,
    align: 'end',
    hidden: true,
    cell: request(({ connection }) => <Data>{connection === null ? '' : String(connection)}</Data>),
  },
];

const session: Column<LogLine> = {
  id: 'session',
  title: 'Session',
  width: 80,
  cell: request((one) => one.session),
};

const instance: Column<LogLine> = {
  id: 'instance',
  title: 'Instance',
  width: 80,
  cell: request((one) => <Data>{one.instance ?? ''}</Data>),
};

const briefStatus = { width: 72, cell: request((one) => <StatusCell request={one} isBrief />) };

/** Narrower columns make room for a further one, so that the path stays readable beside the detail. */
const besideFurther: Readonly<Record<string, Partial<Column<LogLine>>>> = {
  status: briefStatus,
  scenario: { width: 72 },
};

/** The columns of a narrow window, in their order and with their width: the status stands beside the method. */
const narrowWidths = { method: 68, status: 68, path: 144 } as const;

/** The same columns for a narrow window, which shows those that it has room for; the others can be chosen. */
function narrowed(columns: readonly Column<LogLine>[]): readonly Column<LogLine>[] {
  const first = Object.entries(narrowWidths).flatMap(([id, width]) =>
    columns
      .filter((column) => column.id === id)
      .map((column) => ({ ...column, ...(id === 'status' && briefStatus), width, pinned: false })),
  );
  const others = columns
    .filter(({ id }) => !(id in narrowWidths))
    .map((column) => ({ ...column, hidden: true, pinned: false }));
  return [...first, ...others];
}

interface ShownWhere {
  readonly hasSessions: boolean;
  /** Whether several instances share the live state. */
  readonly isShared: boolean;
  /** Whether the window has room for few columns. */
  readonly isNarrow: boolean;
}

/** The columns of the log, with the present order in their titles. */
export function columnsOf(
  order: LogOrder,
  { hasSessions, isShared, isNarrow }: ShownWhere,
): readonly Column<LogLine>[] {
  const sortOf = (id: string): Pick<Column<LogLine>, 'sort'> => {
    if (!logOrders.some((one) => one === id)) return {};
    return { sort: id !== order.by ? 'none' : order.descending ? 'descending' : 'ascending' };
  };
  const added = [...(hasSessions ? [session] : []), ...(isShared ? [instance] : [])];
  const main = added.length === 0 ? columns : columns.map((column) => ({ ...column, ...besideFurther[column.id] }));
  const all = [...main, ...added, ...further];
  return (isNarrow ? narrowed(all) : all).map((column) => ({
    ...column,
    ...sortOf(column.id),
  }));
}

/** A cell that is empty for lines other than requests. */
function request(cell: (request: RequestSummary) => React.ReactNode): Column<LogLine>['cell'] {
  return (line) => (line.kind === 'request' ? cell(line.request) : null);
}

/** The path with its note and with icons for a pin, a request sent from the console and a response of the upstream. */
function PathCell({ request: { path, origin, pinned, note, upstream } }: { readonly request: RequestSummary }) {
  if (origin === 'client' && !pinned && note === '' && !upstream) return <Data>{cut(path)}</Data>;
  return (
    <span className={styles.marked}>
      {pinned && <Pin role="img" aria-label="Pinned" className={styles.pin} />}
      {origin === 'console' && <FlaskConical role="img" aria-label="Sent from the console" />}
      {upstream && <CloudDownload role="img" aria-label="From the upstream" className={styles.upstream} />}
      <Data>{cut(path)}</Data>
      {note !== '' && (
        <span className={styles.noteText} title={note}>
          {note}
        </span>
      )}
    </span>
  );
}

function Data({ children }: { readonly children: string }) {
  return <span className={styles.data}>{visible(children)}</span>;
}

function StatusCell({ request, isBrief }: { readonly request: RequestSummary; readonly isBrief?: boolean }) {
  if (isUnderWay(request)) return <span className={styles.underWay}>pending</span>;
  return <StatusTag status={request.status} {...(isBrief && { isBrief })} />;
}

/** Longest part of a path in a row, in characters. */
const pathLength = 300;

function cut(path: string): string {
  return path.length > pathLength ? `${path.slice(0, pathLength)}…` : path;
}

/** The accessible name of a line. */
export function lineName(line: LogLine): string {
  if (line.kind === 'scenario') return `Scenario switched to ${line.name}`;
  const { method, path, status } = line.request;
  return `${method} ${cut(path)} ${status ?? ''}`.trim();
}
