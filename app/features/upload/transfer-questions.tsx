import type { FacultySummary } from '#domain/catalogue.ts';
import { DuplicateDialog } from './duplicate-dialog.tsx';
import { LockDialog } from './lock-dialog.tsx';
import type { Transfer } from './use-transfer.ts';

type TransferQuestionsProps = { transfer: Transfer; isEdit: boolean; faculties: readonly FacultySummary[] };

/** What is asked about a file after it was sent, before anything is published or changed. */
export function TransferQuestions({ transfer: { lock, duplicate }, isEdit, faculties }: TransferQuestionsProps) {
  return (
    <>
      {lock && <LockDialog question={lock} isEdit={isEdit} />}
      {duplicate && <DuplicateDialog question={duplicate} isEdit={isEdit} faculties={faculties} />}
    </>
  );
}
