import { api } from '#contract/addresses.ts';
import { useAdminSession } from '#app/features/session/admin-session.tsx';
import { Checkbox } from '#app/ui/checkbox.tsx';
import { acceptedImages } from './check-file.ts';
import { FileField } from './file-field.tsx';
import type { ChosenFile } from './material-form.ts';

type CoverFieldProps = {
  /** The cover the book has; null for its first page. */
  coverFileId: string | null;
  image: ChosenFile | null;
  keepsCover: boolean;
  error: string | null;
  disabled: boolean;
  onChoose: (image: File | null) => void;
  onKeepChange: (keepsCover: boolean) => void;
};

/** Another cover for a book, or its first page in place of the one it has. */
export function CoverField({
  coverFileId,
  image,
  keepsCover,
  error,
  disabled,
  onChoose,
  onKeepChange,
}: CoverFieldProps) {
  const { site } = useAdminSession();
  return (
    <>
      <FileField
        label={coverFileId ? 'Replace the image' : 'Image'}
        hint={
          coverFileId
            ? 'Keep the current cover, or choose a new one here.'
            : 'Without one, the first page is used as the cover.'
        }
        accept={acceptedImages}
        picture
        file={image?.file ?? null}
        error={error}
        disabled={disabled}
        onChoose={onChoose}
      />
      {coverFileId && !image && (
        <div className="flex items-center gap-4">
          <img
            src={api.filePicture(site.ids, coverFileId, 160)}
            alt="Current cover"
            className="h-20 w-14 rounded-md border border-hairline object-cover"
          />
          <Checkbox
            label="Use the first page as the cover instead"
            checked={!keepsCover}
            disabled={disabled}
            onChange={(event) => onKeepChange(!event.currentTarget.checked)}
          />
        </div>
      )}
    </>
  );
}
