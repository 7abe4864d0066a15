import { Notice } from '#app/ui/notice.tsx';

/** Shows on every screen of the forum that it is only a preview. */
export function PreviewNotice() {
  return (
    <Notice>
      The forum is coming soon. These discussions are samples, and nothing you write here is sent anywhere.
    </Notice>
  );
}
