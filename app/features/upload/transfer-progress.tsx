import { Button } from '#app/ui/button.tsx';
import { formatMegabytes } from './check-file.ts';
import type { UploadProgress } from './upload-client.ts';

/** How far the sending is, and the way to stop it. */
export function TransferProgress({ progress, onCancel }: { progress: UploadProgress; onCancel: () => void }) {
  const { sentBytes, totalBytes } = progress;
  const percent = totalBytes === 0 ? 0 : Math.floor((sentBytes / totalBytes) * 100);
  const isSent = totalBytes > 0 && sentBytes >= totalBytes;
  return (
    <div className="grid grid-cols-1 gap-3">
      <div>
        <p className="mb-1.5 flex justify-between gap-4 text-sm">
          <span>{isSent ? 'Checking and publishing…' : 'Sending the file…'}</span>
          <span>{percent} %</span>
        </p>
        <progress
          aria-label="Upload progress"
          max={100}
          value={percent}
          className={
            'block h-2 w-full appearance-none overflow-hidden rounded-full border-0 bg-hairline ' +
            '[&::-moz-progress-bar]:bg-accent [&::-webkit-progress-bar]:bg-hairline [&::-webkit-progress-value]:bg-accent'
          }
        />
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
