import { ImageOff } from 'lucide-react';
import { useEffect, useState } from 'react';
import { api } from '#contract/addresses.ts';
import { usePicture } from '#app/features/materials/use-picture.ts';
import { useAdminSession } from '#app/features/session/admin-session.tsx';
import { classes } from '#app/ui/classes.ts';
import type { Photograph } from './photograph-list.ts';
import type { MadePage } from './use-making.ts';

type PhotographPictureProps = {
  photograph: Photograph;
  page: MadePage | null;
  /** CSS pixels. */
  width: 320 | 1280;
};

/** Shows the page made from a photograph or, before that, the photograph, in its current rotation. */
export function PhotographPicture({ photograph, page, width }: PhotographPictureProps) {
  const { site } = useAdminSession();
  const own = useObjectAddress(photograph.file);
  const src = page ? `${api.filePicture(site.ids, page.fileId, width)}&page=${page.page}` : own;
  const { isFailed, attributes } = usePicture({ src, srcSet: '', sizes: '' });
  // A page was made with the rotation of that moment.
  const turn = (photograph.turn - (page?.turn ?? 0) + 360) % 360;
  return (
    <span
      className={classes(
        'relative grid place-items-center overflow-hidden bg-sunken',
        // Must also fit when rotated to its side.
        width === 320 || turn % 180 === 90 ? 'aspect-square' : 'aspect-[1/1.4]',
      )}
    >
      {isFailed || src === '' ? (
        <ImageOff aria-hidden="true" className="size-8 text-muted" />
      ) : (
        <img
          {...attributes}
          alt=""
          loading="lazy"
          className="absolute inset-0 size-full object-contain dark:brightness-90"
          style={turn === 0 ? undefined : { transform: `rotate(${turn}deg)` }}
        />
      )}
    </span>
  );
}

/** Returns an object URL of the file; '' before there is one. */
function useObjectAddress(file: File): string {
  const [address, setAddress] = useState('');
  useEffect(() => {
    const made = URL.createObjectURL(file);
    setAddress(made);
    return () => URL.revokeObjectURL(made);
  }, [file]);
  return address;
}
