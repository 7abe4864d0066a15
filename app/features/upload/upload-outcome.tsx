import { Link } from '@tanstack/react-router';
import { isHidden } from '#contract/permissions.ts';
import type { Material } from '#domain/material.ts';
import { Notice } from '#app/ui/notice.tsx';
import { ServerSentence } from '#app/ui/server-sentence.tsx';
import * as words from '#messages/upload/panel.ts';
import { langOf } from '#app/ui/lang-of.ts';

/** Result of the last upload. */
export type Outcome =
  | { state: 'published'; material: Material; warnings: string[] }
  | { state: 'stopped'; reason: string }
  /** Instead of publishing, the user has restored or unhidden a material with the same file. */
  | { state: 'brought-back'; material: Material; words: string }
  | { state: 'failed'; reason: string; canContinue: boolean };

/** Shows the result of the last upload, which stays on screen after the toast has closed. */
export function UploadOutcome({ outcome }: { outcome: Outcome | null }) {
  if (!outcome) return null;
  if (outcome.state === 'stopped') return <Notice>{outcome.reason}</Notice>;
  if (outcome.state === 'brought-back') {
    const { material, words: sentences } = outcome;
    return (
      <Notice tone="success">
        {sentences}
        {!isHidden(material.permissions) && (
          <>
            {' '}
            <Link
              to="/material/$id"
              params={{ id: material.id }}
              target="_blank"
              className="font-medium underline underline-offset-4"
            >
              {words.openIt}
            </Link>
          </>
        )}
      </Notice>
    );
  }
  if (outcome.state === 'failed') {
    return (
      <Notice tone="danger" role="alert">
        {words.failedText(outcome.reason, outcome.canContinue)}
      </Notice>
    );
  }
  const { material, warnings } = outcome;
  return (
    <>
      <Notice tone="success">
        {words.inLibrary(
          <Link
            key="title"
            to="/material/$id"
            params={{ id: material.id }}
            target="_blank"
            className="font-medium underline underline-offset-4"
          >
            <bdi lang={langOf(material.title)}>{material.title}</bdi>
          </Link>,
        )}{' '}
      </Notice>
      {warnings.map((warning) => (
        <Notice key={warning} tone="warning" role="alert">
          <ServerSentence>{warning}</ServerSentence>
        </Notice>
      ))}
    </>
  );
}
