import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState, type FormEvent } from 'react';
import { explainProblem, isWorthSendingAgain } from '#app/features/session/library-problem.ts';
import { refreshShelf } from '#app/features/materials/refresh-shelf.ts';
import { showToast } from '#app/ui/toast/toast.ts';
import * as words from '#messages/upload/panel.ts';
import { BroughtBack, DuplicateDeclined, FileDeclined, publishMaterial, type Published } from './publish.ts';
import type { Outcome } from './upload-outcome.tsx';
import type { MaterialFormState } from './use-material-form.ts';

/**
 * Publishes the material in the form when it is submitted, reports the result, and starts an empty form for the next
 * one.
 */
export function usePublishing({ form, change, check, element, transfer, isBusy }: MaterialFormState) {
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const queryClient = useQueryClient();

  const isDone = outcome?.state === 'published' || outcome?.state === 'brought-back';
  const isReadyForNext = isDone && !isBusy;
  useEffect(
    function startNext() {
      // Without scrolling: the material just published stays on screen.
      if (isReadyForNext)
        element.current?.querySelector<HTMLElement>('input[type="file"]')?.focus({ preventScroll: true });
    },
    [isReadyForNext, element],
  );

  async function handleSubmit(event: FormEvent) {
    event.preventDefault();
    setOutcome(null);
    if (!(await check())) return;
    try {
      const published = await transfer.run((setting) => publishMaterial(setting, form));
      if (published) finish(published);
      else setOutcome({ state: 'stopped', reason: words.stopped });
    } catch (error) {
      if (error instanceof BroughtBack) return endWith(error);
      if (error instanceof DuplicateDeclined || error instanceof FileDeclined)
        return setOutcome({ state: 'stopped', reason: `${error.message} ${words.nothingPublished}` });
      console.error('upload failed', error);
      const reason = explainProblem(error);
      setOutcome({ state: 'failed', reason, canContinue: isWorthSendingAgain(error) });
      showToast({ tone: 'destructive', title: words.failed, text: reason });
    }
  }

  /** Ends with the file already in the library, and starts an empty form for the next one. */
  function endWith({ material, message }: BroughtBack) {
    change({ type: 'published' });
    setOutcome({ state: 'brought-back', material, words: `${message} ${words.nothingElsePublished}` });
    void refreshShelf(queryClient);
  }

  function finish({ material, warnings }: Published) {
    showToast({
      tone: 'success',
      title: words.successful,
      text: words.successfulText(material.title),
    });
    change({ type: 'published' });
    setOutcome({ state: 'published', material, warnings });
    void refreshShelf(queryClient);
  }

  return { outcome, handleSubmit };
}
