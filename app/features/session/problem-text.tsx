import * as words from '#messages/session/library-problem.ts';
import { explainInParts } from './library-problem.ts';

/** Renders the explanation of an error. A message of the server that is known only in English is marked as English. */
export function ProblemText({ error }: { error: unknown }) {
  const { text, quotation } = explainInParts(error);
  if (quotation === null) return text;
  return words.quoting(
    text,
    <span key="quotation" lang="en">
      {quotation}
    </span>,
  );
}
