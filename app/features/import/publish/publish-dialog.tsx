import { useQuery } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import type { EditedValue, StagedRow, StagingCalls, ManualValues } from '#app/features/import/calls/staging-calls.ts';
import { RowPassword } from '#app/features/import/rows/row-password.tsx';
import { splitPath } from '#app/features/import/rows/row-words.ts';
import { ProblemText } from '#app/features/session/problem-text.tsx';
import { Button } from '#app/ui/button.tsx';
import { Checkbox } from '#app/ui/checkbox.tsx';
import { Dialog } from '#app/ui/dialog/dialog.tsx';
import { Disclosure } from '#app/ui/disclosure.tsx';
import { SkeletonRows } from '#app/ui/skeleton.tsx';
import { TryAgain } from '#app/ui/try-again.tsx';
import type { Accepted, PublicationSummary, PublishState } from '#contract/publication.ts';
import { undoDays } from '#contract/undo.ts';
import { lockedPdf, portfolioPdf } from '#domain/file-warnings.ts';
import { ServerSentence } from '#app/ui/server-sentence.tsx';
import * as actions from '#messages/actions.ts';
import * as words from '#messages/import/publish.ts';
import { takeInside } from '#messages/import/rows.ts';
import { PublishSummary } from './publication-summary.tsx';
import { durationWords } from './publish-words.ts';

type PublishQuestionsProps = {
  /** The rows for which `needsAnswer` is true. */
  rows: readonly StagedRow[];
  onSet: (row: StagedRow, manual: ManualValues, value: EditedValue) => void;
  onTakeInside: (row: StagedRow) => void;
};

/** Maximum number of questions shown; the filters of the table list all of these files. */
const maxShown = 12;

/** True for a locked file without a password, and for a portfolio: visitors could not open either. */
function needsAnswer({ state, warning }: StagedRow): boolean {
  return state !== 'published' && (warning === lockedPdf || warning === portfolioPdf);
}

/** Asks for the passwords of locked files, and offers the papers inside portfolios, before anything is published. */
function PublishQuestions({ rows, onSet, onTakeInside }: PublishQuestionsProps) {
  if (rows.length === 0) return null;
  return (
    <section className="mb-4 grid gap-4 text-sm" aria-label={words.notForReaders}>
      {rows.slice(0, maxShown).map((row) => (
        <div key={row.$id} className="grid gap-2">
          <p className="wrap-anywhere">
            <bdi className="font-medium">{splitPath(row.path).name}</bdi>:{' '}
            <ServerSentence>{row.warning ?? ''}</ServerSentence>
          </p>
          {row.warning === portfolioPdf ? (
            <Button variant="secondary" size="small" className="justify-self-start" onClick={() => onTakeInside(row)}>
              {takeInside}
            </Button>
          ) : (
            <RowPassword key={row.filePasswordNote} row={row} onSet={(manual, value) => onSet(row, manual, value)} />
          )}
        </div>
      ))}
      {rows.length > maxShown && <p className="text-muted">{words.moreInTable(rows.length - maxShown)}</p>}
    </section>
  );
}

type PublishDialogProps = Omit<PublishQuestionsProps, 'rows'> & {
  calls: Pick<StagingCalls, 'previewPublication'>;
  /** The files that a person wants to publish. */
  ids: readonly string[];
  rows: ReadonlyMap<string, StagedRow>;
  onPublish: (ids: readonly string[], accept: readonly Accepted[]) => void;
  onClose: () => void;
};

/** Shows the effects of publishing, and offers choices for files that are not ready, before anything is published. */
export function PublishDialog({ calls, ids, rows, onSet, onTakeInside, onPublish, onClose }: PublishDialogProps) {
  const asked = ids.flatMap((id) => rows.get(id) ?? []).filter(needsAnswer);
  const [accept, setAccept] = useState<readonly Accepted[]>([]);
  const preview = useQuery({
    // An answer to a question makes a file ready.
    queryKey: ['publication preview', ids, accept, asked.map(({ $id }) => $id)],
    queryFn: () => calls.previewPublication(ids, accept),
    placeholderData: (before: PublicationSummary | undefined) => before,
    staleTime: 0,
    gcTime: 0,
    retry: false,
  });
  const summary = preview.data;
  const canPublish = summary !== undefined && summary.included > 0 && !preview.isFetching;

  const explanation = words.whatPublishingMeans(undoDays);
  const duration = summary && summary.included > 0 && durationWords(summary.seconds);

  function submit(event: FormEvent) {
    event.preventDefault();
    if (!canPublish) return;
    onClose();
    onPublish(summary.ids, accept);
  }

  return (
    <Dialog
      onClose={onClose}
      title={words.publishFiles(ids.length)}
      description={duration ? `${explanation} ${duration}` : explanation}
      size="sheet"
    >
      <PublishQuestions rows={asked} onSet={onSet} onTakeInside={onTakeInside} />
      <form noValidate onSubmit={submit} className="grid grid-cols-1 gap-4">
        <div aria-live="polite" aria-busy={preview.isFetching} className="grid grid-cols-1 gap-4 text-sm">
          {preview.isPending && <SkeletonRows rowClassName="h-11" count={3} />}
          {preview.isError && (
            <div className="grid justify-items-start gap-2">
              <p className="text-danger">
                <ProblemText error={preview.error} />
              </p>
              <TryAgain busy={preview.isFetching} onTry={preview.refetch} />
            </div>
          )}
          {summary && (
            <>
              <Unready summary={summary} accept={accept} onAccept={setAccept} />
              <PublishSummary summary={summary} />
            </>
          )}
        </div>
        <div className="sticky bottom-0 -mx-5 -mb-5 flex sm:-bottom-6 flex-wrap items-center justify-end gap-3 border-t border-hairline bg-card px-5 py-3 max-sm:*:grow sm:-mx-6 sm:-mb-6 sm:rounded-b-card sm:px-6">
          <Button variant="secondary" onClick={onClose}>
            {actions.cancel}
          </Button>
          <Button type="submit" aria-disabled={!canPublish}>
            {summary ? publishWords(summary.included) : actions.publish}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

const publishWords = (count: number) => (count === 0 ? words.nothingToPublish : words.publishFiles(count));

/** The options to publish files that are not ready, with the states they apply to. */
const choices: readonly { accepted: Accepted; states: readonly PublishState[]; label: string }[] = [
  {
    accepted: 'doubtful',
    states: ['doubtful', 'reading', 'rights'],
    label: words.alsoDoubtful,
  },
  { accepted: 'duplicates', states: ['duplicate'], label: words.alsoDuplicates },
  { accepted: 'unreadable', states: ['unreadable'], label: words.alsoUnreadable },
];

const toStrong = (text: string) => (
  <strong key="outcome" className="font-medium">
    {text}
  </strong>
);

type UnreadyProps = {
  summary: PublicationSummary;
  accept: readonly Accepted[];
  onAccept: (accept: readonly Accepted[]) => void;
};

/** The files that are not ready, by state, with the choice to publish them. */
function Unready({ summary, accept, onAccept }: UnreadyProps) {
  const states = summary.states.filter(({ state }) => state !== 'ready');
  const isOffered = ({ accepted, states: about }: (typeof choices)[number]) =>
    accept.includes(accepted) || states.some(({ state }) => about.includes(state));
  if (states.length === 0 && accept.length === 0) return null;
  return (
    <section className="grid gap-1 rounded-card bg-marigold-tint px-4 py-3">
      <h3 className="text-base">{words.notReady}</h3>
      <ul className="grid gap-1">
        {states.map(({ state, count, isIncluded }) => (
          <li key={state}>{words.unready(toStrong, state, count, isIncluded)}</li>
        ))}
      </ul>
      {choices.filter(isOffered).map(({ accepted, label }) => (
        <Checkbox
          key={accepted}
          label={label}
          checked={accept.includes(accepted)}
          onChange={({ currentTarget }) =>
            onAccept(currentTarget.checked ? [...accept, accepted] : accept.filter((each) => each !== accepted))
          }
        />
      ))}
      <UnreadyFiles summary={summary} />
    </section>
  );
}

/** Maximum number of listed files; the filters of the table list all of them. */
const shownFiles = 12;

/** Lists the first of these files, each with its reason. */
function UnreadyFiles({ summary: { unready, unreadyTotal } }: { summary: PublicationSummary }) {
  if (unready.length === 0) return null;
  return (
    <Disclosure summary={words.whyNotReady}>
      <ul className="mt-2 grid gap-1">
        {unready.slice(0, shownFiles).map(({ id, path, reason }) => (
          <li key={id} className="wrap-anywhere">
            <bdi>{splitPath(path).name}</bdi>: <ServerSentence>{reason}</ServerSentence>
          </li>
        ))}
        {unreadyTotal > shownFiles && <li className="text-muted">{words.andMoreFiles(unreadyTotal - shownFiles)}</li>}
      </ul>
    </Disclosure>
  );
}
