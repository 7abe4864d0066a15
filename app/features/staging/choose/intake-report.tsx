import type { IntakeState } from '#app/features/staging/staging-session.ts';
import { fileCount } from '#app/features/staging/rows/row-words.ts';
import { Button } from '#app/ui/button.tsx';
import { Disclosure } from '#app/ui/disclosure.tsx';
import { Notice } from '#app/ui/notice.tsx';

/** Listed; the rest is counted. Somebody who chose a wrong folder needs no more. */
const maxListed = 200;

/** What of the chosen files is not taken, and why; what was published before; why reading ended. */
export function IntakeReport({ intake, onClose }: { intake: IntakeState; onClose: () => void }) {
  const { notTaken, published, error, isReading, hasEnded, found } = intake;
  const isNothing = hasEnded && found === 0 && notTaken.length === 0 && error === null;
  const close = !isReading && (
    <Button variant="ghost" size="small" onClick={onClose}>
      Close
    </Button>
  );
  return (
    <>
      {error !== null && (
        <Notice tone="danger" role="alert" action={close}>
          Not all files could be added. {error} Choose them again to continue; what is here already is not sent twice.
        </Notice>
      )}
      {notTaken.length > 0 && (
        <Notice tone="warning" action={close}>
          <Disclosure summary={`${fileCount(notTaken.length)} cannot be added`}>
            <ul
              className="mt-1 max-h-48 scroll-area-y overflow-y-auto"
              tabIndex={0}
              aria-label="Files that cannot be added"
            >
              {notTaken.slice(0, maxListed).map(({ path, reason }) => (
                <li key={`${path}/${reason}`} className="py-1">
                  <span className="wrap-anywhere">{path}</span>
                  <span className="block text-muted">{reason}</span>
                </li>
              ))}
            </ul>
            {notTaken.length > maxListed && <p>and {fileCount(notTaken.length - maxListed)} more</p>}
          </Disclosure>
        </Notice>
      )}
      {published > 0 && (
        <Notice action={close}>{fileCount(published)} of these have been published from here before.</Notice>
      )}
      {isNothing && <Notice action={close}>No PDF or HTML files were found.</Notice>}
    </>
  );
}
