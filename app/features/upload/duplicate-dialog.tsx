import type { FacultySummary } from '#domain/catalogue.ts';
import { kindNames, type Material } from '#domain/material.ts';
import { Button } from '#app/ui/button.tsx';
import { Dialog } from '#app/ui/dialog.tsx';

type DuplicateDialogProps = {
  duplicate: Material;
  faculties: readonly FacultySummary[];
  onAnswer: (isWanted: boolean) => void;
};

/** Says that the same file is published already, and asks whether to publish it again. */
export function DuplicateDialog({ duplicate, faculties, onAnswer }: DuplicateDialogProps) {
  const faculty = faculties.find((each) => each.id === duplicate.facultyId);
  const term = faculty?.terms.find((each) => each.id === duplicate.semesterId);
  const where = [kindNames[duplicate.kind], faculty?.name, term?.name, duplicate.subject, duplicate.year]
    .filter(Boolean)
    .join(' · ');
  return (
    <Dialog
      isOpen
      onClose={() => onAnswer(false)}
      title="This file is already in the library"
      description={`The same file is already published as "${duplicate.title}" (${where}). Publish it anyway?`}
    >
      <div className="flex flex-wrap justify-end gap-3 max-sm:*:grow">
        <Button variant="secondary" onClick={() => onAnswer(false)}>
          Don't publish
        </Button>
        <Button onClick={() => onAnswer(true)}>Publish anyway</Button>
      </div>
    </Dialog>
  );
}
