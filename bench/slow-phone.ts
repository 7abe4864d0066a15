import type { Page } from 'playwright-core';

/** Connection of a slow phone, in bits each second and milliseconds until each response begins. */
export const slowLine = { bitsPerSecond: 1.6 * 1024 * 1024, latencyMs: 150 };

/** Slowdown of its processor relative to this machine's. */
const slowdown = 4;

/** Figures of a visit to a page. Bytes are those on the wire, with headers. */
export type Visit = {
  largestMs: number;
  /** The largest content: its element, and its address if it has one. */
  largest: string;
  shift: number;
  bytes: Record<string, number>;
};

/** Makes a page as slow as on a slow phone, with an empty cache. Call it before the first address is opened. */
export async function slowDown(page: Page): Promise<{ bytes(): Record<string, number> }> {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    downloadThroughput: slowLine.bitsPerSecond / 8,
    uploadThroughput: slowLine.bitsPerSecond / 16,
    latency: slowLine.latencyMs,
  });
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
  const kinds = new Map<string, string>();
  const received = new Map<string, number>();
  session.on('Network.requestWillBeSent', ({ requestId, type }) => kinds.set(requestId, type ?? 'Other'));
  session.on('Network.dataReceived', ({ requestId, encodedDataLength }) =>
    received.set(requestId, (received.get(requestId) ?? 0) + encodedDataLength),
  );
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) =>
    received.set(requestId, encodedDataLength),
  );
  return {
    bytes() {
      const sums: Record<string, number> = {};
      for (const [id, bytes] of received) {
        const kind = kinds.get(id) ?? 'Other';
        sums[kind] = (sums[kind] ?? 0) + bytes;
      }
      return sums;
    },
  };
}

/** Opens an address in a page that is as slow as on a slow phone, and waits until it loads no more. */
export async function visitSlowly(page: Page, address: string): Promise<Visit> {
  const line = await slowDown(page);
  await page.addInitScript(() => {
    const seen = { largestMs: 0, largest: '', shift: 0 };
    Object.assign(window, { seen });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { element?: Element; url?: string })[]) {
        seen.largestMs = entry.startTime;
        seen.largest = `${entry.element?.tagName.toLowerCase() ?? ''} ${entry.url ? new URL(entry.url).pathname : ''}`;
      }
    }).observe({ type: 'largest-contentful-paint', buffered: true });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { value: number })[]) seen.shift += entry.value;
    }).observe({ type: 'layout-shift', buffered: true });
  });
  await page.goto(address, { waitUntil: 'networkidle' });
  const seen = await page.evaluate(() => (window as unknown as { seen: Omit<Visit, 'bytes'> }).seen);
  return { ...seen, bytes: line.bytes() };
}

/** Returns the time that the connection alone needs for this many bytes: to connect, to request, and to receive. */
export function lineMs(bytes: number): number {
  return 2 * slowLine.latencyMs + (bytes * 8 * 1000) / slowLine.bitsPerSecond;
}
