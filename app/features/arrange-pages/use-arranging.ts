import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { Material } from '#domain/material.ts';
import { asOwnChange } from '#app/features/materials/own-change.ts';
import { refreshShelf } from '#app/features/materials/refresh-shelf.ts';
import { useAdminSession } from '#app/features/session/admin-session.tsx';
import { explainProblem, isAbort, problemOf } from '#app/features/session/library-problem.ts';
import { useUndo } from '#app/features/undo/use-undo.ts';
import { knownSentence } from '#messages/known-sentences.ts';
import * as words from '#messages/arrange-pages.ts';
import { applyPlan, discardComposed, reserveIds, type PaperToMake, type ReservedIds } from './apply-plan.ts';
import { joinedSources } from './page-plan.ts';

export type ArrangingState =
  | { step: 'editing'; failure: string | null }
  | { step: 'making'; done: number; total: number }
  | { step: 'done'; changeId: string; created: number; joined: number }
  | { step: 'undone' };

/** Applies a plan with progress, and undoes it. Leaving the screen cancels it. */
export function useArranging(materials: readonly Material[]) {
  const { client, callSignedIn, site } = useAdminSession();
  const queryClient = useQueryClient();
  const { undo, isRunning } = useUndo();
  const [state, setState] = useState<ArrangingState>({ step: 'editing', failure: null });
  const running = useRef<AbortController | null>(null);
  /** The ids of the last attempt: the same plan is repeated with the same ids. */
  const reserved = useRef<{ plan: string; ids: ReservedIds } | null>(null);

  useEffect(function stopOnLeaving() {
    return () => running.current?.abort();
  }, []);

  function reserve(papers: readonly PaperToMake[]): ReservedIds {
    const plan = JSON.stringify(papers);
    if (reserved.current?.plan === plan) return reserved.current.ids;
    void discard();
    const ids = reserveIds(papers);
    reserved.current = { plan, ids };
    return ids;
  }

  async function discard(): Promise<void> {
    const ids = reserved.current?.ids;
    reserved.current = null;
    if (ids) await discardComposed(client, site, ids);
  }

  async function apply(papers: readonly PaperToMake[]): Promise<void> {
    const controller = new AbortController();
    running.current = controller;
    const ids = reserve(papers);
    const onProgress = (done: number) => setState({ step: 'making', done, total: papers.length });
    const parts = { client, callSignedIn, signal: controller.signal, onProgress };
    try {
      await asOwnChange(queryClient, async () => {
        await applyPlan(parts, materials, papers, ids);
        reserved.current = null;
        await refreshShelf(queryClient);
      });
      const joined = joinedSources(papers.flatMap(({ pages }) => pages)).length;
      setState({ step: 'done', changeId: ids.changeId, created: papers.length - 1, joined });
    } catch (error) {
      if (isAbort(error)) {
        setState({ step: 'editing', failure: null });
        await discard();
        return;
      }
      console.error('the pages were not arranged', error);
      setState({ step: 'editing', failure: explain(error) });
    }
  }

  return {
    state,
    apply,
    isUndoing: isRunning,
    cancel: () => running.current?.abort(),
    /** Deletes files of an attempt that failed. */
    discard: () => void discard(),
    async undo(changeId: string): Promise<void> {
      const outcome = await undo({ type: 'change', id: changeId });
      if (outcome && outcome.leftTotal === 0) setState({ step: 'undone' });
    },
  };
}

/** Returns the server's own sentence about the file, which says what to do; else the usual words. */
function explain(error: unknown): string {
  const problem = problemOf(error);
  if (problem?.type === 'document_update_conflict') return words.conflict;
  const ofFile = problem?.type === 'storage_file_type_unsupported' ? knownSentence(problem.message) : null;
  return ofFile ?? explainProblem(error);
}
