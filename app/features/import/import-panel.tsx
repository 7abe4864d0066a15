import { useEffect, useEffectEvent, useState, Fragment, type ReactNode } from 'react';
import { MessageToggles } from '#app/features/import/calls/message-toggles.tsx';
import { createStagingCalls, type StagedRow } from '#app/features/import/calls/staging-calls.ts';
import { useStore } from '#app/features/import/calls/store.ts';
import { ChooseFiles } from '#app/features/import/choose/choose-files.tsx';
import { walkDropped, type Dropped } from '#app/features/import/choose/dropped-files.ts';
import { PictureSection } from '#app/features/import/pictures/picture-section.tsx';
import { RowActions } from '#app/features/import/rows/row-actions.ts';
import type { RowsState } from '#app/features/import/rows/staged-rows.ts';
import { createHasher } from '#app/features/import/sending/hasher.ts';
import type { SendState } from '#app/features/import/sending/send-queue.ts';
import type { SendFile } from '#app/features/import/sending/send-staged-file.ts';
import { useAdminSession } from '#app/features/session/admin-session.tsx';
import { ProblemText } from '#app/features/session/problem-text.tsx';
import { Button } from '#app/ui/button.tsx';
import { classes } from '#app/ui/classes.ts';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { Notice } from '#app/ui/notice.tsx';
import { SkeletonRows } from '#app/ui/skeleton.tsx';
import { TryAgain } from '#app/ui/try-again.tsx';
import type { Shelf } from '#contract/shelf.ts';
import { stagingLimits } from '#contract/staging.ts';
import { undoDays } from '#contract/undo.ts';
import type { FacultySummary } from '#domain/catalogue.ts';
import * as actions from '#messages/actions.ts';
import * as words from '#messages/import/panel.ts';
import { IntakeError, useIntakeMessages } from './intake-report.tsx';
import { StagingSession, type ExtractPapers, type IntakeState } from './staging-session.ts';
import { StagingWorkspace, useWideScreen, workspaceWidth } from './staging-workspace.tsx';
import { TransferBar } from './transfer-bar.tsx';
import { useUnsentMessages } from './unsent-messages.tsx';

type ImportTopProps = {
  session: StagingSession;
  rows: ReadonlyMap<string, StagedRow>;
  intake: IntakeState;
  sending: SendState;
  /** True while there are no rows. */
  isEmpty: boolean;
  transfer: ReactNode;
  /** Called with the element for the status. */
  statusSlot: ((element: HTMLElement | null) => void) | null;
};

/** The file chooser, the progress of sending, and messages; all on one line once there are rows. */
function ImportTop({ session, rows, intake, sending, isEmpty, transfer, statusSlot }: ImportTopProps) {
  const [opened, setOpened] = useState<string | null>(null);
  const onClose = () => session.closeIntake();
  const messages = [
    ...useIntakeMessages({ intake, isOpen: !isEmpty, onClose }),
    ...useUnsentMessages({ session, rows, sending, intake }),
  ];
  return (
    <div className={isEmpty ? 'contents' : workspaceWidth}>
      <div className={isEmpty ? 'contents' : 'flex min-w-0 flex-wrap items-center gap-2'}>
        <ChooseFiles isSmall={!isEmpty} onChoose={(files) => session.add(() => files)} />
        {!isEmpty && <MessageToggles messages={messages} opened={opened} onToggle={setOpened} />}
        {transfer}
        {!isEmpty && statusSlot && <div ref={statusSlot} className="ms-auto max-w-[45%] shrink-0" />}
      </div>
      {isEmpty
        ? messages.map(({ key, notice }) => <Fragment key={key}>{notice}</Fragment>)
        : messages.find(({ key }) => key === opened)?.notice}
      <IntakeError intake={intake} onClose={onClose} />
    </div>
  );
}

type ImportPanelProps = {
  shelf: Shelf;
  faculties: readonly FacultySummary[];
  /** False while another tab is open: uploads continue, nothing else does. */
  isShown: boolean;
  /** Files dropped elsewhere in the panel; read once. */
  dropped: { entries: Dropped } | null;
  sendFile: SendFile;
  extractPapers: ExtractPapers;
  /**
   * Called with true while files are read or sent, or after pictures were grouped by hand: leaving the page would lose
   * that work.
   */
  onBusy: (isBusy: boolean) => void;
  /** Called with the number of files that are staged and not published. */
  onCount: (count: number) => void;
  /** Lists the materials of a publication. */
  onShowPublication: (id: string) => void;
  /** Opens the list of all edits that can be undone. */
  onShowChanges: () => void;
};

/** Shows that rows are loading, or why that failed; nothing once they are loaded. */
function LoadingState({ state: { rows, loading, error }, onLoad }: { state: RowsState; onLoad: () => Promise<void> }) {
  const isEmpty = rows.size === 0;
  if (error === null) return loading === 'first' && isEmpty ? <SkeletonRows rowClassName="h-11" /> : null;
  if (isEmpty) {
    return (
      <EmptyState text={<ProblemText error={error} />}>
        <TryAgain onTry={onLoad} />
      </EmptyState>
    );
  }
  return (
    <Notice
      tone="warning"
      action={
        <Button variant="secondary" size="small" onClick={() => void onLoad()}>
          {actions.tryAgain}
        </Button>
      }
    >
      {words.notAllLoaded} <ProblemText error={error} />
    </Notice>
  );
}

/** The tab 'Import many': choose folders, check the guesses, publish. */
export function ImportPanel(props: ImportPanelProps) {
  const { shelf, faculties, isShown, dropped, sendFile, extractPapers, onBusy, onCount } = props;
  const { onShowPublication, onShowChanges } = props;
  const { site, client, callSignedIn } = useAdminSession();
  const [{ session, actions }] = useState(() => {
    const calls = createStagingCalls({ client, callSignedIn });
    const { ids, maxUploadBytes } = site;
    const uploading = { calls, ids, maxUploadBytes, callSignedIn, sendFile, hasher: createHasher() };
    const made = new StagingSession({ ...uploading, extractPapers });
    return { session: made, actions: new RowActions({ calls, rows: made.rows }) };
  });
  const state = useStore(session.rows);
  const intake = useStore(session.intake);
  const sending = useStore(session.queue);
  const { canUndo: hasArranged } = useStore(session.pictures.board);
  const isBusy = intake.isReading || sending.status !== 'idle';
  const announceBusy = useEffectEvent(onBusy);
  const announceCount = useEffectEvent(onCount);
  const open = state.counts?.open;

  useEffect(
    function closeOnLeaving() {
      void session.rows.load();
      return () => session.close();
    },
    [session],
  );
  useEffect(
    function followWhileShown() {
      return isShown || isBusy ? session.rows.watch() : undefined;
    },
    [session, isShown, isBusy],
  );
  useEffect(
    function takeDropped() {
      if (dropped) session.add((onUnreadable) => walkDropped(dropped.entries, onUnreadable, stagingLimits.maxPath));
    },
    [session, dropped],
  );
  useEffect(
    function reportBusy() {
      announceBusy(isBusy || hasArranged);
    },
    [isBusy, hasArranged],
  );
  useEffect(
    function reportCount() {
      if (open !== undefined) announceCount(open);
    },
    [open],
  );

  const isEmpty = state.rows.size === 0;
  const isWide = useWideScreen();
  const [statusSlot, setStatusSlot] = useState<HTMLElement | null>(null);
  const transfer = (
    <TransferBar
      intake={intake}
      sending={sending}
      isSmall={!isEmpty && isWide}
      onPause={session.queue.pause}
      onResume={session.queue.resume}
      onCancel={session.cancel}
    />
  );
  return (
    // With rows, there is less room above the table, and below the tabs.
    <div className={classes('grid grid-cols-1', isEmpty ? 'gap-4' : '-mt-2.5 gap-1.5 sm:-mt-4.5')}>
      <ImportTop
        {...{ session, intake, sending, isEmpty }}
        rows={state.rows}
        transfer={isEmpty || isWide ? transfer : null}
        statusSlot={isWide ? setStatusSlot : null}
      />
      <PictureSection session={session.pictures} />
      <LoadingState state={state} onLoad={session.rows.load} />
      {!isEmpty && (
        <StagingWorkspace
          {...{ session, actions, state, sending, shelf, faculties, onShowPublication, statusSlot }}
          ids={site.ids}
        />
      )}
      {/* Over the end of the list, so that the list does not move. */}
      {!isEmpty && !isWide && <div className="sticky bottom-2 z-20">{transfer}</div>}
      <RecentChanges onShow={onShowChanges} />
    </div>
  );
}

function RecentChanges({ onShow }: { onShow: () => void }) {
  return (
    <p className="mt-2 text-sm text-muted">
      {words.undoneFor(undoDays, (text) => (
        <button
          key="changes"
          type="button"
          className="relative text-accent underline underline-offset-4 after:absolute after:-inset-x-2 after:-inset-y-3"
          onClick={onShow}
        >
          {text}
        </button>
      ))}
    </p>
  );
}
