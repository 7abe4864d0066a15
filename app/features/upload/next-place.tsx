import type { FacultySummary } from '#domain/catalogue.ts';
import { Button } from '#app/ui/button.tsx';
import type { MaterialForm } from './material-form.ts';

type NextPlaceProps = { form: MaterialForm; faculties: readonly FacultySummary[]; onForget: () => void };

/** Names the place of the next file: that of the last one. Renders nothing once a place or a file was chosen. */
export function NextPlace({ form: { lastPlace, facultyId }, faculties, onForget }: NextPlaceProps) {
  if (!lastPlace || facultyId) return null;
  const faculty = faculties.find((each) => each.id === lastPlace.facultyId);
  const term = faculty?.terms.find((each) => each.id === lastPlace.semesterId);
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 rounded-card bg-sunken px-4 py-2">
      <p className="min-w-0 flex-1 basis-60 text-sm wrap-anywhere">
        The next file goes to <strong className="font-medium">{lastPlace.subject}</strong>, {faculty?.name},{' '}
        {term?.name}, like the last one.
      </p>
      <Button variant="ghost" size="small" className="max-sm:-ml-4" onClick={onForget}>
        Choose another place
      </Button>
    </div>
  );
}
