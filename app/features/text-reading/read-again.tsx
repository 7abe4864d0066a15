import { useQueryClient } from '@tanstack/react-query';
import { RotateCcw } from 'lucide-react';
import { useState } from 'react';
import type { RetriedPagesAnswer } from '#contract/additions.ts';
import { api } from '#contract/addresses.ts';
import { useAdminSession } from '#app/features/session/admin-session.tsx';
import { explainProblem } from '#app/features/session/library-problem.ts';
import { Button } from '#app/ui/button.tsx';
import { showConfirmation, showToast } from '#app/ui/toast.ts';

/** The first part of the keys of queries about what was read. */
export const readingKey = 'reading';

/** A button that lets the failed pages of a material be read again. */
export function ReadAgain({ material: { id, title } }: { material: { id: string; title: string } }) {
  const { client, callSignedIn } = useAdminSession();
  const queryClient = useQueryClient();
  const [isBusy, setBusy] = useState(false);

  async function readAgain(): Promise<void> {
    setBusy(true);
    try {
      const address = new URL(api.retryMaterialReading(id), location.origin);
      const { retried } = await callSignedIn(() => client.call('post', address) as Promise<RetriedPagesAnswer>);
      showConfirmation({
        title: 'Reading again',
        text: `${retried} ${retried === 1 ? 'page' : 'pages'} of "${title}" will be read again.`,
      });
    } catch (error) {
      console.error('pages could not be read again', error);
      showToast({ tone: 'destructive', title: 'The pages cannot be read again', text: explainProblem(error) });
    } finally {
      await queryClient.invalidateQueries({ queryKey: [readingKey] });
      setBusy(false);
    }
  }

  return (
    <Button
      variant="secondary"
      size="small"
      busy={isBusy}
      aria-label={`Read again: ${title}`}
      onClick={() => void readAgain()}
    >
      <RotateCcw aria-hidden="true" className="size-4" />
      Read again
    </Button>
  );
}
