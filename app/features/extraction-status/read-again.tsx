import { useQueryClient } from '@tanstack/react-query';
import { RotateCcw } from 'lucide-react';
import { useState } from 'react';
import type { RetriedPagesAnswer } from '#contract/schemas/answer-types.ts';
import { panelApi } from '#contract/panel-addresses.ts';
import { useAdminSession } from '#app/features/session/admin-session.tsx';
import { explainProblem } from '#app/features/session/library-problem.ts';
import { Button } from '#app/ui/button.tsx';
import { showConfirmation, showToast } from '#app/ui/toast/toast.ts';
import * as words from '#messages/extraction-status.ts';
import { named } from '#messages/format.ts';

/** First part of the keys of queries about text extraction. */
export const readingKey = 'reading';

/** Interval at which the state of text extraction is loaded while it is shown. */
export const readingRefetchMs = 5000;

/** Renders a button that retries text extraction on the failed or postponed pages of a material. */
export function ReadAgain({ material: { id, title } }: { material: { id: string; title: string } }) {
  return (
    <RetryButton
      address={panelApi.retryMaterialReading(id)}
      name={named(words.readAgain, title)}
      confirm={(pages) => words.willBeReadOf(pages, title)}
    >
      {words.readAgain}
    </RetryButton>
  );
}

/** Renders the same button for all files of the library. */
export function ReadAllAgain() {
  return (
    <RetryButton address={panelApi.retryUnread()} confirm={words.willBeRead}>
      {words.readAllAgain}
    </RetryButton>
  );
}

type RetryButtonProps = {
  address: string;
  /** For screen readers, if the label is not specific enough. */
  name?: string;
  /** Returns the confirmation for a number of pages. */
  confirm: (pages: number) => string;
  children: string;
};

function RetryButton({ address, name, confirm, children }: RetryButtonProps) {
  const { client, callSignedIn } = useAdminSession();
  const queryClient = useQueryClient();
  const [isBusy, setBusy] = useState(false);

  async function readAgain(): Promise<void> {
    setBusy(true);
    try {
      const { retried } = await callSignedIn(
        () => client.call('post', new URL(address, location.origin)) as Promise<RetriedPagesAnswer>,
      );
      showConfirmation({ title: words.readingAgain, text: confirm(retried) });
    } catch (error) {
      console.error('pages could not be read again', error);
      showToast({ tone: 'destructive', title: words.cannotReadAgain, text: explainProblem(error) });
    } finally {
      await queryClient.invalidateQueries({ queryKey: [readingKey] });
      setBusy(false);
    }
  }

  return (
    <Button variant="secondary" size="small" busy={isBusy} aria-label={name} onClick={() => void readAgain()}>
      <RotateCcw aria-hidden="true" className="size-4" />
      {children}
    </Button>
  );
}
