import { handlerOf, toKnown } from './scheme.mjs';

/**
 * Continues a request that Chromium has paused. The program's scheme handlers fulfil requests to its own schemes,
 * `mayNavigate` decides on documents, and all other requests go to the network.
 *
 * @param {import('./pages.mjs').Page} page
 * @param {{ requestId: string, resourceType: string, request: { url: string, method: string, headers: Record<string, string> } }} paused
 * @param {(url: string) => boolean} mayNavigate
 */
export async function continueRequest(page, { requestId, resourceType, request }, mayNavigate) {
  const url = toKnown(request.url);
  const handler = handlerOf(url);
  try {
    if (resourceType === 'Document' && !mayNavigate(url)) {
      await page.send('Fetch.failRequest', { requestId, errorReason: 'Aborted' });
    } else if (handler === undefined) {
      await page.send('Fetch.continueRequest', { requestId });
    } else {
      const response = await handler(new Request(url, { method: request.method, headers: request.headers }));
      await page.send('Fetch.fulfillRequest', {
        requestId,
        responseCode: response.status,
        responseHeaders: [...response.headers].map(([name, value]) => ({ name, value })),
        body: Buffer.from(await response.arrayBuffer()).toString('base64'),
      });
    }
  } catch (error) {
    process.stderr.write(`The stand-in could not fulfil the request ${url}: ${error}\n`);
    await page.send('Fetch.failRequest', { requestId, errorReason: 'Failed' }).catch(() => {});
  }
}
