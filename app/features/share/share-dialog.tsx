import { Check, Copy } from 'lucide-react';
import { useRef, useState } from 'react';
import { Button } from '#app/ui/button.tsx';
import { TitledDialog } from '#app/ui/dialog/titled-dialog.tsx';
import * as actions from '#messages/actions.ts';
import * as words from '#messages/share.ts';
import { drawQr } from './qr-picture.ts';
import type { Shared } from './share-page.ts';

/** Offers the link to copy, and as a QR code for a phone, if the system has no way to share. */
export function ShareDialog({ shared, onClose }: { shared: Shared; onClose: () => void }) {
  return (
    <TitledDialog heading={actions.share} about={shared.title} onClose={onClose}>
      <LinkToCopy url={shared.url} />
      <QrCode url={shared.url} />
    </TitledDialog>
  );
}

function LinkToCopy({ url }: { url: string }) {
  const field = useRef<HTMLInputElement>(null);
  const [state, setState] = useState<'idle' | 'copied' | 'refused'>('idle');

  async function copy() {
    try {
      await navigator.clipboard.writeText(url);
      setState('copied');
    } catch {
      // No permission, or no secure connection: the link is selected, so that it can be copied by hand.
      field.current?.focus();
      field.current?.select();
      setState('refused');
    }
  }

  return (
    <>
      <div className="mt-4 flex flex-wrap gap-2">
        <input
          ref={field}
          readOnly
          value={url}
          aria-label={words.link}
          className="min-h-11 min-w-0 flex-1 basis-40 rounded-card border border-edge bg-ground px-3 text-sm"
          onFocus={(event) => event.currentTarget.select()}
        />
        <Button className="min-w-28" onClick={() => void copy()}>
          {state === 'copied' ? (
            <Check aria-hidden="true" className="size-5" />
          ) : (
            <Copy aria-hidden="true" className="size-5" />
          )}
          {words.copy}
        </Button>
      </div>
      <output className="mt-2 block min-h-6 text-sm text-muted">
        {state === 'copied' && words.copied}
        {state === 'refused' && words.notCopied}
      </output>
    </>
  );
}

/** Renders a QR code, dark on light in both themes, because many scanners read nothing else. */
function QrCode({ url }: { url: string }) {
  const { size, path } = drawQr(url);
  return (
    <figure className="mt-2">
      <svg
        role="img" // oxlint-disable-line jsx-a11y/prefer-tag-over-role -- drawn here, there is no image file
        aria-label={words.qrCode}
        viewBox={`0 0 ${size} ${size}`}
        shapeRendering="crispEdges"
        className="mx-auto w-full max-w-60 rounded-card border border-hairline bg-white"
      >
        <path d={path} fill="#000" />
      </svg>
      <figcaption className="mt-2 text-center text-sm text-muted">{words.scan}</figcaption>
    </figure>
  );
}
