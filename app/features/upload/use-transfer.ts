import { useEffect, useRef, useState } from 'react';
import { isAbort } from '#app/features/session/library-problem.ts';
import { useAdminSession } from '#app/features/session/admin-session.tsx';
import type { Published, PublishSetting } from './publish.ts';
import type { UploadProgress } from './upload-client.ts';

export type Transfer = {
  /** Null while nothing is going on. */
  progress: UploadProgress | null;
  /** Starts; resolves with null when it was cancelled, rejects when it failed. */
  run: (work: (setting: PublishSetting) => Promise<Published>) => Promise<Published | null>;
  cancel: () => void;
};

/** One sending at a time, with progress and Cancel. Leaving the screen stops it. */
export function useTransfer(): Transfer {
  const { site, client, callSignedIn } = useAdminSession();
  const [progress, setProgress] = useState<UploadProgress | null>(null);
  const running = useRef<AbortController | null>(null);
  const begunFileIds = useRef(new Set<string>());

  useEffect(function stopOnLeaving() {
    return () => running.current?.abort();
  }, []);

  async function run(work: (setting: PublishSetting) => Promise<Published>): Promise<Published | null> {
    const controller = new AbortController();
    running.current = controller;
    setProgress({ sentBytes: 0, totalBytes: 0 });
    try {
      return await work({
        site,
        client,
        callSignedIn,
        signal: controller.signal,
        onProgress: setProgress,
        begunFileIds: begunFileIds.current,
      });
    } catch (error) {
      if (isAbort(error)) return null;
      throw error;
    } finally {
      running.current = null;
      setProgress(null);
    }
  }

  return { progress, run, cancel: () => running.current?.abort() };
}
