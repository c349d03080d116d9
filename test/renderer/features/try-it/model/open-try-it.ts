import { createClient } from '../../../../../renderer/console/client.ts';
import { createMirror } from '../../../../../renderer/console/mirror.ts';
import { TryIt } from '../../../../../renderer/features/try-it/model/try-it.ts';
import { createToaster } from '../../../../../renderer/ui/overlay/toaster.ts';
import type { SentRequest } from '../../../../../server/contract/schema/output.ts';
import type { JsonObject } from '../../../../../server/domain/json/json.ts';
import { FakeTransport } from '../../../console/fake-transport.ts';

/** A builder with the test as its host. */
export function openTryIt() {
  const transport = new FakeTransport();
  const client = createClient(transport);
  const tryIt = new TryIt(client, createMirror(client, transport), createToaster(), () => undefined);
  /** Responds to the oldest request. */
  const respond = (status: number, record: JsonObject, version = 1) => {
    const content = JSON.stringify(record);
    const headers = [
      ['ETag', `"${version}"`],
      ['X-Resource-Version', String(version)],
    ] as const;
    const body = { encoding: 'utf8' as const, content, bytes: content.length, truncated: false };
    const sent: SentRequest = { id: null, durationMs: 1, fault: null, response: { status, headers, body } };
    return transport.take('requests.send').answer(sent);
  };
  return { transport, tryIt, respond };
}
