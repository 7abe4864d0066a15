import { Undo2, X } from 'lucide-react';
import { useState } from 'react';
import { UndoDialog } from '#app/features/undo/undo-dialog.tsx';
import { useIsUndone } from '#app/features/undo/use-undo.ts';
import { Button } from '#app/ui/button.tsx';
import { Notice } from '#app/ui/notice.tsx';
import * as actions from '#messages/actions.ts';
import * as words from '#messages/import/publish.ts';

/** The last publication of this visit. */
export type Published = { publicationId: string; count: number; isComplete: boolean };

type PublishedNoticeProps = {
  /** The last publication; null if there is none, or its notice was dismissed. */
  published: Published | null;
  onShow: (publicationId: string) => void;
  /** Called when the publication was undone. */
  onUndone: () => void;
  onClose: () => void;
};

/** Shows what was just published, with buttons to undo and to see it. */
export function PublishedNotice({ published, onShow, onUndone, onClose }: PublishedNoticeProps) {
  const [isUndoing, setUndoing] = useState(false);
  // The publication can also be undone in Manage, while this notice is in another tab of the panel.
  const isUndone = useIsUndone(published?.publicationId ?? '');
  if (!published || isUndone) return null;
  const { publicationId, count, isComplete } = published;
  return (
    <>
      <Notice
        tone={isComplete ? 'success' : 'warning'}
        action={
          <div className="flex flex-wrap gap-2 max-sm:gap-1">
            <Button variant="secondary" size="small" className="max-sm:px-3" onClick={() => setUndoing(true)}>
              <Undo2 aria-hidden="true" className="size-4" />
              {words.undo}
            </Button>
            <Button variant="secondary" size="small" className="max-sm:px-3" onClick={() => onShow(publicationId)}>
              {words.seeInManage}
            </Button>
            <Button variant="ghost" size="icon" aria-label={actions.dismiss} onClick={onClose}>
              <X aria-hidden="true" className="size-5" />
            </Button>
          </div>
        }
      >
        {isComplete ? words.published(count) : `${words.published(count)} ${words.interrupted}`}
      </Notice>
      {isUndoing && (
        <UndoDialog
          target={{ type: 'publication', id: publicationId }}
          title={words.publishedTitle(count)}
          onClose={() => setUndoing(false)}
          onDone={() => {
            onClose();
            onUndone();
          }}
        />
      )}
    </>
  );
}
