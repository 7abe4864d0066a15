import { TargetSession } from './target-session.ts';

/** Frees everything that scripts of the page and of its workers no longer reach, as the browser's own tools do. */
export async function collectGarbage(page: TargetSession): Promise<void> {
  const workers: TargetSession[] = [];
  const meet = ({ sessionId }: { sessionId: string }) => workers.push(new TargetSession(page, sessionId));
  page.on('Target.attachedToTarget', meet);
  await page.send('HeapProfiler.collectGarbage');
  // Workers are reached through their page; all existing ones are attached when this returns.
  await page.send('Target.setAutoAttach', { autoAttach: true, waitForDebuggerOnStart: false, flatten: false });
  page.off('Target.attachedToTarget', meet);
  for (const worker of workers) await worker.send('HeapProfiler.collectGarbage');
  // Detaches from them.
  await page.send('Target.setAutoAttach', { autoAttach: false, waitForDebuggerOnStart: false, flatten: false });
}
