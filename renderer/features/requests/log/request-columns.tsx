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
  { id: 'time', title: 'Time', width: 108, pinned: true, cell: request(({ time }) => <Data>{formatTime(time)}</Data>) },
  { id: 'method', title: 'Method', width: 68, cell: request(({ method }) => <MethodTag method={method} />) },
  { id: 'path', title: 'Path', width: 160, grows: true, cell: request((one) => <PathCell request={one} />) },
  { id: 'status', title: 'Status', width: 180, cell: request((one) => <StatusCell request={one} />) },
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
    width: 120,
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

/** Narrower columns make room for the session beside the detail. */
const columnsWithSession: readonly Column<LogLine>[] = [
  ...columns.map((column) => {
    if (column.id === 'path') return { ...column, width: 144 };
    return column.id === 'scenario' ? { ...column, width: 80 } : column;
  }),
  {
    id: 'session',
    title: 'Session',
    width: 88,
    cell: request(({ session }) => session),
  },
];

/** The columns of the log, with the present order in their titles. */
export function columnsOf(order: LogOrder, hasSessions: boolean): readonly Column<LogLine>[] {
  const sortOf = (id: string): Pick<Column<LogLine>, 'sort'> => {
    if (!logOrders.some((one) => one === id)) return {};
    return { sort: id !== order.by ? 'none' : order.descending ? 'descending' : 'ascending' };
  };
  return [...(hasSessions ? columnsWithSession : columns), ...further].map((column) => ({
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
      {origin === 'console' && <FlaskConical role="img" aria-label="Sent from Try it" />}
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

function StatusCell({ request }: { readonly request: RequestSummary }) {
  if (isUnderWay(request)) return <span className={styles.underWay}>pending</span>;
  return <StatusTag status={request.status} />;
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
