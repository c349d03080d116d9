import type { HandlerContext } from '../../server/commands/context.ts';
import { liveStateHandlers } from '../../server/commands/live-state.ts';
import { recordHandlers } from '../../server/commands/records.ts';
import { accept } from '../../server/domain/basics/result.ts';
import { finish, isWork } from '../../server/domain/basics/work.ts';
import { listEndpoint } from '../../server/domain/endpoints/list-endpoint.ts';
import { recordEndpoint } from '../../server/domain/endpoints/record-endpoint.ts';
import { headerLinesOf } from '../../server/domain/response/mock-response.ts';
import { headerValue } from '../../server/message/header-lines.ts';
import { HttpRequest } from '../../server/message/http-request.ts';
import { Jobs } from '../../server/runtime/jobs.ts';
import { Scheduler } from '../../server/runtime/scheduler.ts';
import { CurrentWorkspace } from '../../server/workspace/current-workspace.ts';
import { type Disk, folder } from './disk.ts';
import type { Random } from './random.ts';
import type { World } from './world.ts';

export const fileName = 'w.json';
const collection = 'things';
export const ids = ['1', '2', '3', '4'];

/** The one console of the simulation. */
const caller = { console: 'console' };

interface Response {
  readonly status: number;
  readonly tag: string | undefined;
  readonly version: string | undefined;
  readonly body: string | null;
}

/** The program over a simulated disk: the open workspace, the commands that edit records, and the endpoints without a socket. */
export class Program {
  readonly workspaces: CurrentWorkspace;
  readonly #handlers: ReturnType<typeof recordHandlers> & ReturnType<typeof liveStateHandlers>;

  private constructor(workspaces: CurrentWorkspace, scheduler: Scheduler, jobs: Jobs) {
    this.workspaces = workspaces;
    const context = { workspaces, scheduler, jobs } as HandlerContext;
    this.#handlers = { ...recordHandlers(context), ...liveStateHandlers(context) };
  }

  /** Opens the workspace. Throws if it cannot be opened. */
  static async start(world: World, disk: Disk): Promise<Program> {
    // Every pause of a work ends its time slice.
    let elapsed = 0;
    const scheduler = new Scheduler({ now: () => world.now, elapsed: () => (elapsed += 10) });
    const jobs = new Jobs(scheduler, () => undefined);
    const dirty = { markDirty: () => undefined, markRecordDirty: () => undefined };
    const options = { scheduler, now: () => world.now, dirty, override: {}, fs: disk.fileSystem };
    const opened = await world.until(CurrentWorkspace.open(`${folder}/${fileName}`, options, jobs));
    if (!opened.ok) throw new Error(opened.problem.detail);
    return new Program(opened.value, scheduler, jobs);
  }

  /** The records of the file, as they would be saved now. */
  get fixtures(): string {
    const found = this.workspaces.current.workspace.collection(collection);
    if (!found.ok) throw new Error(found.problem.detail);
    return Array.from(found.value.fixtures(), ({ text }) => text).join('\n');
  }

  /** Sends a request for a record, or for the list without an id. */
  request(method: string, id: string | null, headers: readonly string[] = [], body?: object): Response {
    const path = `/api/${collection}${id === null ? '' : `/${id}`}`;
    const text = body === undefined ? undefined : accept(JSON.stringify(body));
    const request = new HttpRequest(method, { path, query: '', authority: null }, headers, text, 'Default');
    const endpoint = id === null ? listEndpoint : recordEndpoint;
    const responded = endpoint.respond(this.workspaces.current.workspace, request, [collection, id ?? '']);
    const response = isWork(responded) ? finish(responded) : responded;
    const header = (name: string) => headerValue(headerLinesOf(response.headers), name);
    const { status, body: sent } = response;
    return { status, tag: header('etag'), version: header('x-resource-version'), body: sent && String(sent) };
  }

  /** Writes as a client: a change of the live state. */
  writeAsClient(random: Random, value: number): void {
    const id = random.pick(ids);
    const method = random.pick(['PATCH', 'PATCH', 'PATCH', 'PUT', 'DELETE', 'POST']);
    if (method === 'DELETE') this.request('DELETE', id);
    else if (method === 'POST') this.request('POST', null, [], { id, value });
    else this.request(method, id, [], { ...(method === 'PUT' && { id }), value });
  }

  /** Keeps the whole live state, as the console does. */
  async keep(): Promise<void> {
    await this.#handlers['state.keep']({}, caller);
  }

  async undo(): Promise<void> {
    await this.workspaces.current.history.undo();
  }

  async patch(id: string, value: number): Promise<void> {
    await this.#handlers['records.patch']({ collection, id, patch: { value } }, caller);
  }

  /** Makes an edit in the console: a change of the fixtures, or an undo or redo. */
  async edit(random: Random, value: number): Promise<void> {
    const id = random.pick(ids);
    const { history } = this.workspaces.current;
    const edits = [
      () => this.patch(id, value),
      () => this.patch(id, value),
      () => this.#handlers['records.put']({ collection, record: { id, value } }, caller),
      () => this.#handlers['records.remove']({ collection, id }, caller),
      () => history.undo(),
      () => history.redo(),
    ];
    await random.pick(edits)();
  }
}
