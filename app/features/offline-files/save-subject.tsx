import { useEffect, useState, type ComponentType } from 'react';
import { fetchCode } from '#app/features/layout/fetch-code.ts';
import { whenLoaded } from '#app/features/layout/when-idle.ts';
import type { SubjectPlace } from '#app/features/materials/material-queries.ts';

/**
 * Renders the button that saves a subject offline, only an icon on a phone. Its code is loaded when the page is idle, so that it
 * delays nothing; the space is there from the start. Not rendered without scripts.
 */
export function SaveSubject({ place }: { place: SubjectPlace }) {
  const [code, setCode] = useState<{ Button: ComponentType<{ place: SubjectPlace }> } | null>(null);
  useEffect(function loadButton() {
    return whenLoaded(
      () =>
        void fetchCode(() => import('./save-subject-button.tsx')).then(
          ({ SaveSubjectButton: Button }) => setCode({ Button }),
          () => {},
        ),
    );
  }, []);
  return <div className="hidden-without-scripts size-11 shrink-0 sm:w-80">{code && <code.Button place={place} />}</div>;
}
