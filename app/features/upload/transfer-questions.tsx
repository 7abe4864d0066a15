import type { FacultySummary } from '#domain/catalogue.ts';
import { Button } from '#app/ui/button.tsx';
import { Dialog } from '#app/ui/dialog/dialog.tsx';
import { DuplicateDialog } from './duplicate-dialog.tsx';
import { LockDialog } from './lock-dialog.tsx';
import type { Transfer } from './use-transfer.ts';

type TransferQuestionsProps = { transfer: Transfer; isEdit: boolean; faculties: readonly FacultySummary[] };

/** Shows the questions about a file after it was sent, before anything is published or changed. */
export function TransferQuestions({
  transfer: { lock, portfolio, duplicate },
  isEdit,
  faculties,
}: TransferQuestionsProps) {
  return (
    <>
      {lock && <LockDialog question={lock} isEdit={isEdit} />}
      {portfolio && (
        <Dialog
          onClose={() => portfolio.answer(false)}
          title="This PDF is a portfolio"
          description={`Its papers are files inside it, and readers see only its cover sheet. ${isEdit ? 'Save the papers inside it on your device, and use one of these.' : 'Choose one of the papers in the form instead, or import them all.'}`}
        >
          <div className="flex flex-wrap justify-end gap-3 max-sm:*:grow">
            <Button variant="secondary" onClick={() => portfolio.answer(true)}>
              {isEdit ? 'Use it anyway' : 'Publish anyway'}
            </Button>
            <Button onClick={() => portfolio.answer(false)}>{isEdit ? "Don't use it" : "Don't publish"}</Button>
          </div>
        </Dialog>
      )}
      {duplicate && <DuplicateDialog question={duplicate} isEdit={isEdit} faculties={faculties} />}
    </>
  );
}
