import { useEffect, useState } from 'react';
import type { Picture } from '#app/features/import/intake/read-picture.ts';
import { Dialog } from '#app/ui/dialog.tsx';

/** A picture as large as the window allows. */
export function PageDialog({ picture, onClose }: { picture: Picture; onClose: () => void }) {
  const [address, setAddress] = useState<string | null>(null);
  const [isFailed, setFailed] = useState(false);
  const { file } = picture;

  useEffect(
    function openPicture() {
      const left = new AbortController();
      async function open() {
        const made = URL.createObjectURL(await file.open());
        left.signal.addEventListener('abort', () => URL.revokeObjectURL(made));
        setAddress(made);
      }
      open().catch(() => setFailed(true));
      return () => left.abort();
    },
    [file],
  );

  return (
    <Dialog isOpen onClose={onClose} title={file.name} description={file.path} size="sheet">
      <div className="grid min-h-[60dvh] place-items-center bg-sunken">
        {isFailed && (
          <p className="p-6 text-center text-muted">This browser can’t show the picture. The PDF will include it.</p>
        )}
        {!isFailed && address !== null && (
          <img src={address} alt="" className="max-h-[75dvh] w-full object-contain" onError={() => setFailed(true)} />
        )}
      </div>
    </Dialog>
  );
}
