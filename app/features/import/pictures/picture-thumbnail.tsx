import { ImageOff } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import type { Picture } from '#app/features/import/intake/read-picture.ts';
import { classes } from '#app/ui/classes.ts';
import { noPreview } from '#messages/import/pictures.ts';
import type { Thumbnails } from './thumbnails.ts';

type ThumbnailProps = { picture: Picture; thumbnails: Thumbnails; className?: string };

/** Distance outside the window within which thumbnails are made. */
const nearby = '400px';

/** A thumbnail, drawn while it is near the window. */
export function Thumbnail({ picture, thumbnails, className }: ThumbnailProps) {
  const box = useRef<HTMLSpanElement>(null);
  const [shown, setShown] = useState<{ address: string | null } | null>(null);

  useEffect(
    function drawWhenNear() {
      if (!box.current) return;
      let left = new AbortController();
      async function draw(signal: AbortSignal) {
        const made = await thumbnails.make(picture, signal);
        if (signal.aborted) return;
        const address = made && URL.createObjectURL(made);
        if (address) signal.addEventListener('abort', () => URL.revokeObjectURL(address));
        setShown({ address });
      }
      const observer = new IntersectionObserver(
        (entries) => {
          left.abort();
          left = new AbortController();
          if (entries.at(-1)?.isIntersecting) void draw(left.signal);
          else setShown(null);
        },
        { rootMargin: nearby },
      );
      observer.observe(box.current);
      return () => {
        observer.disconnect();
        left.abort();
      };
    },
    [picture, thumbnails],
  );

  return (
    <span
      ref={box}
      className={classes('relative grid place-items-center overflow-hidden rounded-md bg-sunken', className)}
    >
      {shown && shown.address === null && (
        <span className="grid justify-items-center gap-1 p-1 text-center text-xs text-muted">
          <ImageOff aria-hidden="true" className="size-6" />
          {noPreview}
        </span>
      )}
      {shown?.address && (
        <img src={shown.address} alt="" className="absolute inset-0 size-full object-contain dark:brightness-90" />
      )}
    </span>
  );
}
