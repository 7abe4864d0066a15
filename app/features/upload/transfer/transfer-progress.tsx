import { ProgressBar } from '#app/ui/progress-bar.tsx';
import { formatProgress } from '#app/features/materials/figures.ts';
import * as words from '#messages/upload/transfer.ts';
import type { UploadProgress } from './upload-client.ts';

/** Shows the progress of an upload, with a button to cancel it. */
export function TransferProgress({ progress, onCancel }: { progress: UploadProgress; onCancel: () => void }) {
  const { sentBytes, totalBytes } = progress;
  const percent = totalBytes === 0 ? 0 : Math.floor((sentBytes / totalBytes) * 100);
  const isSent = totalBytes > 0 && sentBytes >= totalBytes;
  return (
    <div>
      <ProgressBar
        label={words.progress}
        text={isSent ? words.checking : words.sending}
        percent={percent}
        onCancel={onCancel}
      />
      <p className="mt-1.5 text-sm text-muted">{totalBytes === 0 ? '\u00A0' : formatProgress(sentBytes, totalBytes)}</p>
    </div>
  );
}
