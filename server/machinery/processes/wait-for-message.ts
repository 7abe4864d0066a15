import type { ChildProcess } from 'node:child_process';
import { cpuSignal, failed, memorySignal, type Failed, type WorkerMessage } from './serve-jobs.ts';

/**
 * Waits for one message of a process. Resolves to a failure if the process ends first, or after `ms`; then also kills
 * the process. `maxResidentBytes` and `cpuMs` are the limits with which it was started.
 */
export function waitForMessage<Outcome>(
  from: ChildProcess,
  { ms, cpuMs, maxResidentBytes }: { ms: number; cpuMs: number | null; maxResidentBytes: number },
  isWanted: (message: WorkerMessage<Outcome>) => boolean,
): Promise<WorkerMessage<Outcome> | Failed> {
  return new Promise((resolve) => {
    const settle = (result: WorkerMessage<Outcome> | Failed) => {
      clearTimeout(timer);
      from.off('message', handleMessage);
      from.off('exit', handleExit);
      from.off('error', handleError);
      resolve(result);
    };
    const handleMessage = (message: WorkerMessage<Outcome>) => isWanted(message) && settle(message);
    const handleExit = (code: number | null, signal: string | null) => {
      if (signal === memorySignal) settle(failed('memory', `more than ${maxResidentBytes} bytes of memory`));
      else if (signal === cpuSignal) settle(failed('time', `more than ${cpuMs} ms of the processor`));
      else settle(failed('crash', `the process ended with ${signal ?? `code ${code}`}`));
    };
    const handleError = (error: Error) => settle(failed('unavailable', error.message));
    const timer = setTimeout(() => {
      settle(failed('time', `no message within ${ms} ms`));
      from.kill('SIGKILL');
    }, ms);
    from.on('message', handleMessage);
    from.once('exit', handleExit);
    from.once('error', handleError);
  });
}
