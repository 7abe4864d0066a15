import { api } from '#contract/addresses.ts';
import { useAdminSession } from '#app/features/session/admin-session.tsx';
import { Checkbox } from '#app/ui/checkbox.tsx';
import { acceptedImages } from '#app/features/upload/transfer/check-file.ts';
import { FileField } from './file-field.tsx';
import { wordsOf, type MaterialFieldProps } from './material-fields.ts';

/** Renders the field that chooses a cover for a book, or its first page instead of the current cover. */
export function CoverField({ form, change, faults, disabled }: MaterialFieldProps) {
  const { site } = useAdminSession();
  const { label, hint } = wordsOf(form, 'coverFileId');
  const coverFileId = form.base?.coverFileId ?? null;
  return (
    <>
      <FileField
        label={label}
        hint={hint}
        accept={acceptedImages}
        picture
        file={form.cover?.file ?? null}
        error={faults.coverFileId}
        disabled={disabled}
        onChoose={(file) => change({ type: 'cover', file })}
      />
      {coverFileId && !form.cover && (
        <div className="flex items-center gap-4">
          <img
            src={api.filePicture(site.ids, coverFileId, 160)}
            alt="Current cover"
            className="h-20 w-14 rounded-md border border-hairline object-cover"
          />
          <Checkbox
            label="Use the first page as the cover instead"
            checked={!form.keepsCover}
            disabled={disabled}
            onChange={(event) => change({ type: 'keepsCover', keepsCover: !event.currentTarget.checked })}
          />
        </div>
      )}
    </>
  );
}
