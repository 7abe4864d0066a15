import { useEffect, useRef, useState } from 'react';
import { readAccount } from '#app/features/session/account-calls.ts';
import { isAbort } from '#app/features/session/library-problem.ts';
import { useAdminSession } from '#app/features/session/admin-session.tsx';
import type { Duplicate } from './find-duplicate.ts';
import type { DuplicateDecision, LockAnswer, Published, PublishSetting } from './publish.ts';
import type { UploadProgress } from '#app/features/upload/transfer/upload-client.ts';

/** A duplicate with the same bytes, until the user decides; `decide` continues. */
export type DuplicateQuestion = { duplicate: Duplicate; decide: (decision: DuplicateDecision) => void };

/** A question about the password of a locked file; `answer` continues the upload. */
export type LockQuestion = { asked: LockAnswer & { isWrong: boolean }; answer: (lock: LockAnswer | 'stop') => void };

/** A question whether the user wants to use a portfolio; `answer` continues the upload. */
export type PortfolioQuestion = { answer: (isWanted: boolean) => void };

export type Transfer = {
  /** Null while nothing is being sent. */
  progress: UploadProgress | null;
  /** Starts an upload. Resolves to null if the user cancelled it, rejects if it failed. */
  run: (work: (setting: PublishSetting) => Promise<Published>) => Promise<Published | null>;
  cancel: () => void;
  duplicate: DuplicateQuestion | null;
  lock: LockQuestion | null;
  portfolio: PortfolioQuestion | null;
};

/** Runs one upload at a time, with progress and Cancel. Leaving the screen cancels it. */
export function useTransfer(): Transfer {
  const { site, client, callSignedIn } = useAdminSession();
  const [progress, setProgress] = useState<UploadProgress | null>(null);
  const [duplicate, setDuplicate] = useState<DuplicateQuestion | null>(null);
  const [lock, setLock] = useState<LockQuestion | null>(null);
  const [portfolio, setPortfolio] = useState<PortfolioQuestion | null>(null);
  const running = useRef<AbortController | null>(null);
  const startedFileIds = useRef(new Set<string>());

  useEffect(function stopOnLeaving() {
    return () => running.current?.abort();
  }, []);

  function askAboutDuplicate(found: Duplicate): Promise<DuplicateDecision> {
    return new Promise((resolve) => {
      const decide = (decision: DuplicateDecision) => {
        setDuplicate(null);
        resolve(decision);
      };
      setDuplicate({ duplicate: found, decide });
    });
  }

  function confirmPortfolio(): Promise<boolean> {
    return new Promise((resolve) => {
      const answer = (isWanted: boolean) => {
        setPortfolio(null);
        resolve(isWanted);
      };
      setPortfolio({ answer });
    });
  }

  function askAboutLock(asked: LockQuestion['asked']): Promise<LockAnswer | 'stop'> {
    return new Promise((resolve) => {
      const answer = (given: LockAnswer | 'stop') => {
        setLock(null);
        resolve(given);
      };
      setLock({ asked, answer });
    });
  }

  async function run(work: (setting: PublishSetting) => Promise<Published>): Promise<Published | null> {
    const controller = new AbortController();
    running.current = controller;
    setProgress({ sentBytes: 0, totalBytes: 0 });
    try {
      // Checks the session first: for a visitor an unfinished file does not exist, so the upload would not be resumed.
      await callSignedIn(() => readAccount(client));
      return await work({
        site,
        client,
        callSignedIn,
        signal: controller.signal,
        onProgress: setProgress,
        startedFileIds: startedFileIds.current,
        askAboutDuplicate,
        askAboutLock,
        confirmPortfolio,
      });
    } catch (error) {
      if (isAbort(error)) return null;
      throw error;
    } finally {
      running.current = null;
      setProgress(null);
    }
  }

  return { progress, run, cancel: () => running.current?.abort(), duplicate, lock, portfolio };
}
