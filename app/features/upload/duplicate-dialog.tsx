import type { FacultySummary } from '#domain/catalogue.ts';
import { api, pages } from '#contract/addresses.ts';
import { isHidden } from '#contract/permissions.ts';
import { yearWords } from '#domain/calendar.ts';
import { kindNames } from '#domain/material.ts';
import { useCalendar } from '#app/features/layout/use-calendar.ts';
import { useAdminSession } from '#app/features/session/admin-session.tsx';
import { Button } from '#app/ui/button.tsx';
import { Dialog } from '#app/ui/dialog.tsx';
import type { Duplicate } from './use-transfer.ts';

type DuplicateDialogProps = {
  duplicate: Duplicate;
  faculties: readonly FacultySummary[];
};

/** Says that the same file is there already, published or hidden, and asks whether to publish it again. */
export function DuplicateDialog({ duplicate: { material, decide }, faculties }: DuplicateDialogProps) {
  const calendar = useCalendar();
  const faculty = faculties.find((each) => each.id === material.facultyId);
  const term = faculty?.terms.find((each) => each.id === material.semesterId);
  const { site } = useAdminSession();
  const isOffSite = isHidden(material.permissions);
  const where = [kindNames[material.kind], faculty?.name, term?.name, material.subject, yearWords(material, calendar)]
    .filter(Boolean)
    .join(' · ');
  return (
    <Dialog
      isOpen
      onClose={() => decide(false)}
      title="This file is already in the library"
      description={
        isOffSite
          ? `The same file is in the library as "${material.title}" (${where}), but hidden. Publish it anyway?`
          : `The same file is already published as "${material.title}" (${where}). Publish it anyway?`
      }
    >
      <p className="mb-4 text-sm">
        <a
          // The page of a hidden material is for nobody; its file is for administrators.
          href={isOffSite ? api.filePreview(site.ids, material.fileId) : pages.material(material.id)}
          target="_blank"
          rel="noopener"
          className="text-accent underline underline-offset-4"
        >
          {isOffSite ? 'Open the hidden file in a new tab' : 'Open the published material in a new tab'}
        </a>
      </p>
      <div className="flex flex-wrap justify-end gap-3 max-sm:*:grow">
        <Button variant="secondary" onClick={() => decide(false)}>
          Don't publish
        </Button>
        <Button onClick={() => decide(true)}>Publish anyway</Button>
      </div>
    </Dialog>
  );
}
