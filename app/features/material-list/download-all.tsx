import { Download } from 'lucide-react';
import { api } from '#contract/addresses.ts';
import type { MaterialList } from '#contract/shelf.ts';
import { AnchorButton } from '#app/ui/link-button.tsx';
import { formatSize } from '#app/features/materials/figures.ts';
import type { SubjectKind } from '#app/features/materials/kind-words.ts';
import * as words from '#messages/material-list/list.ts';
import { countWords } from '#messages/kinds.ts';

type DownloadAllProps = {
  kind: SubjectKind;
  place: { facultyId: string; semesterId: string; subject: string };
  list: MaterialList;
};

/**
 * Downloads all materials of a list as one archive. Renders nothing for a single material, or if the list has more than one
 * part.
 */
export function DownloadAll({ kind, place, list }: DownloadAllProps) {
  const { materials, total } = list;
  if (total < 2 || materials.length < total) return null;
  const { facultyId, semesterId, subject } = place;
  const bytes = materials.reduce((sum, { fileSize }) => sum + fileSize, 0);
  return (
    <div className="no-print mt-4 flex flex-wrap justify-end gap-2 max-sm:flex-col">
      {/* Without `download`, which would hide the page for a busy server. */}
      <AnchorButton
        href={api.subjectArchive({ facultyId, semesterId, subject, kind })}
        variant="secondary"
        size="small"
      >
        <Download aria-hidden="true" className="size-4 shrink-0" />
        {words.downloadAll(countWords(kind, total), formatSize(bytes))}
      </AnchorButton>
    </div>
  );
}
