import { on } from 'node:events';
import type { Browser } from 'playwright-core';
import { collectGarbage } from './collect-garbage.ts';
import { phone } from './phone.ts';
import { callOf, type ReaderPage } from './reader-page.ts';
import { TargetSession } from './target-session.ts';

export type UnwatchedPage = ReaderPage & {
  /** Frees everything that scripts of the page and of its workers no longer reach. */
  collectGarbage(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
};

/** Timeout until the network of a document is idle. */
const gotoMs = 30_000;

/**
 * A phone's page that Playwright does not control. To its own pages Playwright sends `Network.enable`, after which
 * Chromium stores the body of every response in the page's process as long as the page exists, and that memory is not
 * the reader's. Playwright ignores pages of contexts that it did not create.
 */
export async function openUnwatchedPage(browser: Browser): Promise<UnwatchedPage> {
  const tools = await browser.newBrowserCDPSession();
  const { browserContextId } = await tools.send('Target.createBrowserContext');
  const { targetId } = await tools.send('Target.createTarget', { url: 'about:blank', browserContextId });
  const { sessionId } = await tools.send('Target.attachToTarget', { targetId, flatten: false });
  const session = new TargetSession(tools, sessionId);
  await session.send('Page.enable');
  await session.send('Page.setLifecycleEventsEnabled', { enabled: true });
  await becomePhone(session);
  return {
    goto: (url) => goTo(session, url),
    async evaluate(work, ...args) {
      const { result, exceptionDetails: thrown } = await session.send('Runtime.evaluate', {
        expression: callOf(work, args),
        awaitPromise: true,
        returnByValue: true,
        userGesture: true,
      });
      if (thrown) throw new Error(`In the page: ${thrown.exception?.description ?? thrown.text}`);
      return result.value;
    },
    collectGarbage: () => collectGarbage(session),
    async [Symbol.asyncDispose]() {
      await tools.send('Target.disposeBrowserContext', { browserContextId });
      await tools.detach();
    },
  };
}

async function becomePhone(session: TargetSession): Promise<void> {
  const { viewport, deviceScaleFactor, isMobile, hasTouch } = phone;
  await session.send('Emulation.setDeviceMetricsOverride', {
    ...viewport,
    screenWidth: viewport.width,
    screenHeight: viewport.height,
    screenOrientation: { type: 'portraitPrimary', angle: 0 },
    deviceScaleFactor,
    mobile: isMobile,
  });
  await session.send('Emulation.setTouchEmulationEnabled', { enabled: hasTouch });
  // Keeps the browser from throttling it as a background page.
  await session.send('Emulation.setFocusEmulationEnabled', { enabled: true });
}

async function goTo(session: TargetSession, url: string): Promise<void> {
  // Registered before the page is left: it may have become idle by the time the response comes.
  const events = on(session, 'Page.lifecycleEvent', { signal: AbortSignal.timeout(gotoMs) });
  const { loaderId, errorText } = await session.send('Page.navigate', { url });
  if (errorText) throw new Error(`${url}: ${errorText}`);
  for await (const [stage] of events) {
    // Events of the previous document are of another loader.
    if (stage.loaderId === loaderId && stage.name === 'networkIdle') break;
  }
}
