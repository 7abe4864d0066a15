import { Notice } from '#app/ui/notice.tsx';
import { isPreview } from '#messages/forum/forum.ts';

/** Shows on every screen of the forum that it is only a preview. */
export function PreviewNotice() {
  return <Notice>{isPreview}</Notice>;
}
