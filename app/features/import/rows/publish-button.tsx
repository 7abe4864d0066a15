import { Button } from '#app/ui/button.tsx';
import type { ActionsState } from './row-actions.ts';
import { fileCount } from './row-words.ts';

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
        ? `Publishing ${publishing.done.toLocaleString('en')} of ${publishing.total.toLocaleString('en')}`
        : ready === 0
          ? 'Nothing is ready yet'
          : `Publish ${fileCount(ready)}`}
    </Button>
  );
}
