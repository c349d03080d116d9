import type { RequestDetail } from '../../../server/contract/schema/output.ts';
import { finish } from '../../../server/domain/basics/work.ts';
import { exportLog } from '../../../server/log/log-export.ts';
import type { RequestLog } from '../../../server/log/request-log.ts';

/** The details of every request that meets a query, oldest first. */
export function detailsOf(log: RequestLog, query = ''): readonly RequestDetail[] {
  return JSON.parse(String(finish(exportLog(log, 'json', { secrets: null, query })))).entries;
}
