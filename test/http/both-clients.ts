/* Sends the same request from the console and from a client, to compare the responses. */
import type { CommandInput } from '../../server/contract/command.ts';
import type { RunningMock } from '../support/running-mock.ts';
import { hostValue } from '../support/temporary-host.ts';

/** A request as the console sends it; by default a GET of "/". */
export type SameRequest = Partial<CommandInput<'requests.send'>>;

/** Sends a request from the console. */
export async function byConsole({ host }: RunningMock, { headers = [], ...request }: SameRequest) {
  const defaults = { method: 'GET', target: '/', body: null };
  const withHost: [string, string][] = [['Host', 'localhost'], ...headers];
  const { response } = await hostValue(host, 'requests.send', { ...defaults, ...request, headers: withHost });
  return response && comparable(response.status, response.headers, response.body?.content ?? '');
}

/** Sends a request from a client. */
export async function byClient({ send }: RunningMock, { target = '/', body, ...request }: SameRequest) {
  const response = await send({ ...request, target, body: body ?? undefined });
  return comparable(response.status, response.headers, response.body);
}

export interface ComparableResponse {
  readonly status: number;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: string;
}

/** A response without its Date. */
export function comparable(status: number, headers: ComparableResponse['headers'], body: string): ComparableResponse {
  return { status, headers: headers.filter(([name]) => name !== 'Date'), body };
}

/** Hides the part of a list's tag that differs between two runs of the program. */
export function withoutRun(response: ComparableResponse | null): ComparableResponse | null {
  const stable = (value: string) => value.replace(/^"\w{8}-/, '"run-');
  return (
    response && {
      ...response,
      headers: response.headers.map(([name, value]) => [name, name === 'ETag' ? stable(value) : value]),
    }
  );
}
