import type { Page } from 'playwright-core';

/** The connection of a slow phone: 1.6 Mbit/s, 150 ms. */
const line = {
  offline: false,
  downloadThroughput: (1.6 * 1024 * 1024) / 8,
  uploadThroughput: (0.75 * 1024 * 1024) / 8,
  latency: 150,
};

/**
 * Runs `work` with the page on a slow connection. `count` returns the bytes received so far, with headers and
 * unfinished responses; cached responses count as nothing.
 */
export async function onSlowLine<Result>(page: Page, work: (count: () => number) => Promise<Result>): Promise<Result> {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', line);
  const answers = new Map<string, number>();
  const add = (id: string, bytes: number) => answers.set(id, (answers.get(id) ?? 0) + bytes);
  session.on('Network.responseReceived', ({ requestId, response }) => add(requestId, response.encodedDataLength));
  session.on('Network.dataReceived', ({ requestId, encodedDataLength }) => add(requestId, encodedDataLength));
  // The total, once it is known.
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) =>
    answers.set(requestId, encodedDataLength),
  );
  try {
    return await work(() => [...answers.values()].reduce((sum, bytes) => sum + bytes, 0));
  } finally {
    await session.detach();
  }
}
