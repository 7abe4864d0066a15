import { once } from 'node:events';
import { startChildServer, type ChildServer } from '#test/support/child-server.ts';

/** Starts a server and kills it `afterMs` later, ready or not. */
export async function killWhileStarting(settings: Record<string, string>, afterMs: number): Promise<void> {
  const starting = startChildServer(settings, (started) => {
    setTimeout(() => started.kill('SIGKILL'), afterMs);
  });
  const started = await starting.catch(() => null);
  if (started && started.process.signalCode === null) await once(started.process, 'exit');
}

/** Ends a server with a signal. Throws if it has ended unexpectedly. Returns the faults, a sentence each. */
export async function endServer(
  { process: running, output }: ChildServer,
  signal: 'SIGTERM' | 'SIGKILL',
): Promise<string[]> {
  if (running.exitCode !== null) throw new Error(`the server ended unexpectedly: ${output()}`);
  const ended = once(running, 'exit');
  running.kill(signal);
  const [code] = await ended;
  return signal === 'SIGTERM' && code !== 0 ? [`after SIGTERM, the server ended with ${code}: ${output()}`] : [];
}
