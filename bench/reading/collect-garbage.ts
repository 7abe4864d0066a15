import type { CDPSession, Page } from 'playwright-core';

/** Frees everything that scripts of the page and of its workers no longer reach, as the browser's own tools do. */
export async function collectGarbage(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const workers: string[] = [];
  const answered = new Set<string>();
  session.on('Target.attachedToTarget', ({ sessionId }) => workers.push(sessionId));
  session.on('Target.receivedMessageFromTarget', ({ sessionId }) => answered.add(sessionId));
  await session.send('HeapProfiler.collectGarbage');
  // Workers are spoken to through their page; all that are there are attached when this answers.
  await session.send('Target.setAutoAttach', { autoAttach: true, waitForDebuggerOnStart: false, flatten: false });
  for (const sessionId of workers) await tell(session, sessionId, answered);
  await session.detach();
}

async function tell(session: CDPSession, sessionId: string, answered: Set<string>): Promise<void> {
  const message = JSON.stringify({ id: 1, method: 'HeapProfiler.collectGarbage' });
  await session.send('Target.sendMessageToTarget', { sessionId, message });
  // Its answer has come when the page answers the next time.
  while (!answered.has(sessionId)) await session.send('Runtime.evaluate', { expression: '1' });
}
