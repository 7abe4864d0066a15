import { failInWorkers } from '#test/support/failing-workers.ts';
import type { FaultSource } from './fault-kinds.ts';

/** Calls inside the processes that work on files. */
export const workerSource: FaultSource = {
  name: 'calls of worker processes',
  kinds: ['EIO', 'ENOSPC', 'EMFILE'].map((code) => ({
    name: `${code} in a worker`,
    appliesTo: (call: string) => {
      if (code === 'ENOSPC') return /^(?:open|openSync|write\w+|sync) out$/.test(call);
      return code === 'EIO' || /^(?:open|openSync|readFileSync|writeFileSync) /.test(call);
    },
    verdict: () => ({ code }),
    answer: 'general_service_unavailable' as const,
  })),
  install(judge, planned) {
    const verdict = planned?.verdict;
    const plan =
      planned && verdict && typeof verdict === 'object' && 'code' in verdict
        ? { index: planned.index, code: verdict.code }
        : null;
    return failInWorkers(plan, (call) => void judge(call));
  },
};
