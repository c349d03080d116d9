import type { labCommands } from '../contract/commands/labs.ts';
import { accept } from '../domain/basics/result.ts';
import { runPaginationLab } from '../domain/labs/pagination-lab.ts';
import { listChanges } from '../domain/labs/pagination-run.ts';
import { listRecords } from '../domain/list/list.ts';
import { noListQuirks } from '../domain/list/list-quirks.ts';
import { defaultSettings } from '../domain/model/settings.ts';
import type { HandlerContext, Handlers } from './context.ts';

/** The labs that run inside the host, on copies of the records. */
export function labHandlers({ workspaces, scheduler }: HandlerContext): Pick<Handlers, keyof typeof labCommands> {
  return {
    'labs.pagination': async ({ collection: name, records = 40, pageSize = 10, rate = 2, seed = 1, ...wanted }) => {
      const found = workspaces.current.workspace.collection(name);
      if (!found.ok) return found;
      const { definition } = found.value;
      const {
        sort = definition.sort ?? definition.key,
        changes = listChanges,
        client = 'follows',
        quirks = [],
      } = wanted;
      const options = { ...defaultSettings, lenient: false, quirks: noListQuirks };
      const query = `sort=${encodeURIComponent(sort)}&limit=${records}`;
      const listed = await scheduler.run(listRecords(found.value, query, options));
      if (!listed.ok) return listed;
      const source = { definition, records: listed.value.records.map(({ value }) => value) };
      const lab = { pageSize, sort, rate, changes, seed, client, quirks };
      return accept(await scheduler.run(runPaginationLab(source, lab)));
    },
  };
}
