import { Button } from '#app/ui/button.tsx';
import { formatProgress } from './check-file.ts';
import type { UploadProgress } from './upload-client.ts';

/** The progress of an upload, with a button to cancel it. */
export function TransferProgress({ progress, onCancel }: { progress: UploadProgress; onCancel: () => void }) {
  const { sentBytes, totalBytes } = progress;
  const percent = totalBytes === 0 ? 0 : Math.floor((sentBytes / totalBytes) * 100);
  const isSent = totalBytes > 0 && sentBytes >= totalBytes;
  return (
    <div>
      <div className="flex flex-wrap items-center gap-x-2 text-sm">
        <span className="mr-auto">{isSent ? 'Checking and publishing…' : 'Sending the file…'}</span>
        <span>{percent} %</span>
        <Button variant="ghost" size="small" className="-mr-3 px-3!" onClick={onCancel}>
          Cancel
        </Button>
      </div>
      <progress
        aria-label="Upload progress"
        max={100}
        value={percent}
        className={
          'block h-2 w-full appearance-none overflow-hidden rounded-full border-0 bg-hairline ' +
          '[&::-moz-progress-bar]:bg-accent [&::-webkit-progress-bar]:bg-hairline [&::-webkit-progress-value]:bg-accent'
        }
      />
      <p className="mt-1.5 text-sm text-muted">{totalBytes === 0 ? '\u00A0' : formatProgress(sentBytes, totalBytes)}</p>
    </div>
  );
}
