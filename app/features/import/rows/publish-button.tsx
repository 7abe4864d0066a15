import { Button } from '#app/ui/button.tsx';
import * as words from '#messages/import/publish.ts';
import type { ActionsState } from './row-actions.ts';

type PublishButtonProps = {
  ready: number;
  /** True while not all rows are loaded. */
  isLoading: boolean;
  publishing: ActionsState['publishing'];
  onPublish: () => void;
};

/** Publishes the files that are ready, and shows the progress. */
export function PublishButton({ ready, isLoading, publishing, onPublish }: PublishButtonProps) {
  return (
    <Button size="small" busy={publishing !== null} disabled={ready === 0 || isLoading} onClick={onPublish}>
      {publishing
        ? words.publishing(publishing.done, publishing.total)
        : ready === 0
          ? words.nothingReady
          : words.publishFiles(ready)}
    </Button>
  );
}
