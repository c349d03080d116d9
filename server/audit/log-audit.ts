import type { AuditSelection } from '../contract/schema/audit.ts';
import type { AuditedClient } from '../contract/schema/output.ts';
import { audit } from '../domain/audit/audit.ts';
import type { RuleResult } from '../domain/audit/result.ts';
import type { AuditOptions, AuditRule } from '../domain/audit/rule.ts';
import { takeInPieces, type Work } from '../domain/basics/work.ts';
import type { LogEntry } from '../log/log-entry.ts';
import type { RequestLog } from '../log/request-log.ts';
import { clientName, LoggedExchange, LogReader, type PathsOf } from './logged-exchange.ts';

/** The header that names a client unless a selection names another one. */
export const defaultClientHeader = 'user-agent';

/** Clients that are listed, and connections of each. */
const mostClients = 200;

/** Audits the finished requests of a selection. Requests of the console are never judged. */
export function* auditLog(
  log: RequestLog,
  workspace: PathsOf,
  selection: AuditSelection,
  options: AuditOptions,
  rules: readonly AuditRule[],
): Work<{ readonly requests: number; readonly results: readonly RuleResult[] }> {
  const header = (selection.clientHeader ?? defaultClientHeader).toLowerCase();
  const reader = new LogReader(log, workspace, header);
  const selected = new Set<number>();
  function* exchanges() {
    for (const entry of log.entries()) {
      if (entry.durationMicros === null) continue;
      const exchange = new LoggedExchange(entry, reader);
      if (isSelected(entry, exchange, selection, header)) selected.add(entry.id);
      yield exchange;
    }
  }
  const results = yield* audit(exchanges(), ({ id }) => selected.has(id), options, rules);
  return { requests: selected.size, results };
}

function isSelected(entry: LogEntry, exchange: LoggedExchange, selection: AuditSelection, header: string): boolean {
  const { client, session, connection, from, to } = selection;
  return (
    entry.origin === 'client' &&
    (session === undefined || entry.session === session) &&
    (connection === undefined || exchange.connection === connection) &&
    (from === undefined || entry.id >= from) &&
    (to === undefined || entry.id <= to) &&
    (client === undefined || clientName(entry, header) === client)
  );
}

/** The clients in the log, by the header that names them and by session; the latest first. */
export function* clientsInLog(log: RequestLog, clientHeader = defaultClientHeader): Work<readonly AuditedClient[]> {
  const clients = new Map<string, AuditedClient & { readonly seen: Set<string> }>();
  const read = (entry: LogEntry) => {
    if (entry.origin !== 'client') return;
    const { id, session, connection, instance } = entry;
    const client = clientName(entry, clientHeader.toLowerCase());
    const key = `${session ?? ''}\n${client}`;
    const known = clients.get(key);
    const seen = known?.seen ?? new Set<string>();
    if (connection) seen.add(`${instance} ${connection.number}`);
    clients.delete(key);
    const requests = (known?.requests ?? 0) + 1;
    clients.set(key, { client, session, requests, first: known?.first ?? id, last: id, connections: 0, seen });
  };
  yield* takeInPieces(log.entries(), read);
  return [...clients.values()]
    .toReversed()
    .slice(0, mostClients)
    .map(({ seen, ...client }) => ({ ...client, connections: seen.size }));
}
