import type { Scene } from '../../../../server/domain/audit/scenes.ts';
import type { JsonObject } from '../../../../server/domain/json/json.ts';
import { snippet } from '../../../exchange/snippets.ts';
import type { LabExchange } from './lost-update-state.ts';

/**
 * The requests as a shell script. A condition takes its value from the response before it, because a later run gives out
 * other tags.
 */
export function curlSteps(requests: readonly LabExchange[], origin: string): string {
  const steps = requests.map((exchange) => {
    const { number, client, method, condition, status, version, sent } = exchange;
    const name = client.toLowerCase();
    const headers = sent.headers.map(([header, value]): [string, string] => [
      header,
      isCondition(header) ? taken : value,
    ]);
    const command = snippet('curl', { ...sent, headers }, origin, status);
    const [header = ''] = condition?.split(':') ?? [];
    const variable = `${name}_${header === 'If-Match' ? 'tag' : 'version'}`;
    const outcome = `${status ?? 'no response'}${version === null ? '' : `, version ${version}`}`;
    return [
      `# ${number}. ${client}: ${method}${condition === null ? '' : ` with ${header}`} (${outcome})`,
      `response=$(${command.replace(`'${header}: ${taken}'`, `"${header}: $${variable}"`)})`,
      `printf '%s\\n' "$response"`,
      ...(version === null ? [] : [kept(`${name}_tag`, 'etag'), kept(`${name}_version`, 'x-resource-version')]),
    ].join('\n');
  });
  return `#!/bin/sh\n${steps.join('\n\n')}\n`;
}

const taken = '{taken}';

function isCondition(header: string): boolean {
  return header === 'If-Match' || header === 'X-Resource-Version';
}

/** Stores a header of the response in a variable. */
function kept(variable: string, header: string): string {
  return `${variable}=$(printf '%s' "$response" | tr -d '\\r' | awk 'tolower($1) == "${header}:" { print $2 }')`;
}

/** A scene for the audit: the first client's change comes right before the first write of the client under audit. */
export function sceneOf(requests: readonly LabExchange[]): Scene | null {
  const write = requests.find(({ method, version }) => method !== 'GET' && version !== null);
  const read = requests.find(({ client, method }) => client === write?.client && method === 'GET');
  if (!write || !read) return null;
  const path = write.sent.target;
  const patch = changedMembers(read.record ?? {}, write.record ?? {});
  return {
    name: 'lost-update',
    description: `${write.client}'s change of ${path} comes right before the client's first write of it.`,
    rules: ['PUT', 'PATCH'].map((method) => ({
      when: { method, path, occurrence: { kind: 'first', count: 1 } },
      then: { kind: 'ghost-write', patch },
    })),
    exercises: ['unconditional-write', 'lost-update', 'no-read-after-412', 'repeated-412-428'],
  };
}

function changedMembers(before: JsonObject, after: JsonObject): JsonObject {
  const changed = Object.entries(after).filter(
    ([name, value]) => JSON.stringify(before[name]) !== JSON.stringify(value),
  );
  return Object.fromEntries(changed);
}
