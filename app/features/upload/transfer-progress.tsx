import { Button } from '#app/ui/button.tsx';
import { formatMegabytes } from './check-file.ts';
import type { UploadProgress } from './upload-client.ts';

/** How far the sending is, and the way to stop it. */
export function TransferProgress({ progress, onCancel }: { progress: UploadProgress; onCancel: () => void }) {
  const { sentBytes, totalBytes } = progress;
  const percent = totalBytes === 0 ? 0 : Math.floor((sentBytes / totalBytes) * 100);
  const isSent = totalBytes > 0 && sentBytes >= totalBytes;
  return (
    <div className="grid gap-3">
      <div>
        <p className="mb-1.5 flex justify-between gap-4 text-sm">
          <span>{isSent ? 'Checking and publishing…' : 'Sending the file…'}</span>
          <span>{percent} %</span>
        </p>
        <div
          role="progressbar"
          aria-label="Upload progress"
          aria-valuemin={0}
          aria-valuemax={100}
          aria-valuenow={percent}
          className="h-2 overflow-hidden rounded-full bg-hairline"
        >
          <div className="h-full rounded-full bg-accent" style={{ width: `${percent}%` }} />
        </div>
        <p className="mt-1.5 text-sm text-muted">
          {formatMegabytes(sentBytes)} of {formatMegabytes(totalBytes)}
        </p>
      </div>
      <Button variant="secondary" size="small" onClick={onCancel}>
        Cancel
      </Button>
    </div>
  );
}
