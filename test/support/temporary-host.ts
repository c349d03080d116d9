import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CommandInput, CommandName, CommandOutput } from '../../server/contract/command.ts';
import type { Json } from '../../server/domain/json/json.ts';
import { createHost, type Host, type HostOptions } from '../../server/host.ts';

/** A small workspace, as its file holds it. */
export const smallWorkspace = {
  format: 'mock-api-console',
  version: 1,
  name: 'Test workspace',
  collections: {
    users: {
      key: 'userId',
      schema: {
        type: 'object',
        required: ['userId', 'name', 'status'],
        properties: { name: { type: 'string' }, status: { enum: ['active', 'inactive'] } },
      },
      records: [
        { userId: '7', name: 'Grace', status: 'inactive' },
        { userId: '42', name: 'Ada', status: 'active' },
      ],
    },
    products: { records: [{ id: 1, name: 'Lamp', price: 20 }] },
  },
  scenarios: [
    {
      name: 'Nobody is active',
      description: 'User 42 is reported inactive.',
      rules: [{ when: {}, then: { kind: 'user-status', userId: '42', status: 'inactive' } }],
    },
  ],
} as const satisfies Json;

/** A host whose workspace file lies in a temporary folder. */
export interface TemporaryHost {
  readonly host: Host;
  readonly file: string;
  /** Bugs that the host reported. */
  readonly faults: unknown[];
  /** Closes the host and opens its file again. */
  readonly reopen: () => Promise<TemporaryHost>;
  readonly [Symbol.asyncDispose]: () => Promise<void>;
}

/** Opens a host over a new workspace file. Disposing of it closes the host and removes the file. */
export async function temporaryHost(
  workspace: Json = smallWorkspace,
  options: Partial<HostOptions> = {},
): Promise<TemporaryHost> {
  const folder = await mkdtemp(join(tmpdir(), 'mock-api-console-'));
  const file = join(folder, 'workspace.json');
  await writeFile(file, JSON.stringify(workspace));
  return openHost(folder, file, options);
}

async function openHost(folder: string, file: string, options: Partial<HostOptions>): Promise<TemporaryHost> {
  const faults: unknown[] = [];
  const override = { port: 0, consolePort: 0, ...options.override };
  const created = await createHost({ ...options, workspace: file, override, onFault: (fault) => faults.push(fault) });
  if (!created.ok) throw new Error(created.problem.detail);
  const host = created.value;
  return {
    host,
    file,
    faults,
    reopen: async () => {
      await host.close();
      return openHost(folder, file, options);
    },
    [Symbol.asyncDispose]: async () => {
      await host.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** The output of a command; throws if the host refuses the command. */
export async function hostValue<Name extends CommandName>(
  { call }: Pick<Host, 'call'>,
  name: Name,
  input: CommandInput<Name>,
): Promise<CommandOutput<Name>> {
  const reply = await call(name, input);
  if (!reply.ok) throw new Error(`${name}: ${reply.problem.detail}`);
  return reply.value as CommandOutput<Name>;
}
