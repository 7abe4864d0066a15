import { Download } from 'lucide-react';
import { useId, useMemo, type ReactNode } from 'react';
import type { IntakeState } from './staging-session.ts';
import {
  groupLeftOut,
  listLeftOut,
  writeReportFile,
  type ListedFiles,
} from '#app/features/import/intake/left-out-report.ts';
import type { Message } from '#app/features/import/calls/message-toggles.tsx';
import { MorePaths } from '#app/features/import/rows/row-copies.tsx';
import { Button } from '#app/ui/button.tsx';
import { Disclosure } from '#app/ui/disclosure.tsx';
import { Notice } from '#app/ui/notice.tsx';
import { saveText } from '#app/ui/save-text.ts';
import * as actions from '#messages/actions.ts';
import { notTaken as notTakenOutcome } from '#messages/import/intake.ts';
import * as words from '#messages/import/notices.ts';

/** Maximum number of rows listed with their copies; further rows are counted. */
const maxCopies = 200;

type IntakeMessages = { intake: IntakeState; isOpen: boolean; onClose: () => void };

/**
 * Messages about the chosen files: files that were not added and why, copies, and files published before. `isOpen` shows
 * their lists from the start.
 */
export function useIntakeMessages({ intake, isOpen, onClose }: IntakeMessages): Message[] {
  const { notTaken, taken, published, copies, error, isReading, hasEnded, found } = intake;
  const report = useMemo(() => groupLeftOut(notTaken, taken), [notTaken, taken]);
  const isNothing = hasEnded && found === 0 && error === null && !notTaken.some(({ kind }) => kind !== 'leftover');
  const action = !isReading && <CloseIntake onClose={onClose} />;
  const messages: Message[] = [];
  if (report.total > 0) {
    const summary = words.notAdded(report.total);
    const tone = report.isIncomplete ? 'warning' : 'plain';
    messages.push({
      key: 'left out',
      summary,
      tone,
      notice: <LeftOut {...{ report, summary, tone, notTaken, taken, action, isOpen }} />,
    });
  }
  if (copies.size > 0) {
    const summary = words.haveCopies(copies.size);
    messages.push({
      key: 'copies',
      summary,
      tone: 'plain',
      notice: <Copies {...{ copies, summary, action, isOpen }} />,
    });
  }
  if (published > 0) {
    const summary = words.publishedBefore(published);
    messages.push({ key: 'published', summary, tone: 'plain', notice: <Notice action={action}>{summary}</Notice> });
  }
  if (isNothing) {
    const notice = <Notice action={action}>{words.nothingFoundSentence}</Notice>;
    messages.push({ key: 'nothing', summary: words.nothingFound, tone: 'plain', notice });
  }
  return messages;
}

/** Shows why not all chosen files could be read; nothing if they could. */
export function IntakeError({ intake: { error, isReading }, onClose }: Omit<IntakeMessages, 'isOpen'>) {
  if (error === null) return null;
  return (
    <Notice tone="danger" role="alert" action={!isReading && <CloseIntake onClose={onClose} />}>
      {words.notAllAdded} {error}
    </Notice>
  );
}

function CloseIntake({ onClose }: { onClose: () => void }) {
  return (
    <Button variant="ghost" size="small" onClick={onClose}>
      {actions.close}
    </Button>
  );
}

type ListProps = { summary: string; action: ReactNode; isOpen: boolean };

/** The rows with several equal files, each with all its paths. */
function Copies({ copies, summary, action, isOpen }: ListProps & Pick<IntakeState, 'copies'>) {
  return (
    <Notice action={action}>
      <Disclosure summary={summary} isOpenAtFirst={isOpen}>
        <ul className="mt-1 max-h-48 scroll-area-y overflow-y-auto" tabIndex={0} aria-label={words.copies}>
          {[...copies].slice(0, maxCopies).map(([id, { path, otherPaths, pathCount }]) => (
            <li key={id} className="py-1">
              <span className="wrap-anywhere">{path}</span>
              {otherPaths.map((other) => (
                <span key={other} className="block wrap-anywhere text-muted">
                  {other}
                </span>
              ))}
              <MorePaths count={pathCount - 1 - otherPaths.length} />
            </li>
          ))}
        </ul>
        {copies.size > maxCopies && <p>{words.andMoreCopies(copies.size - maxCopies)}</p>}
      </Disclosure>
    </Notice>
  );
}

type LeftOutProps = ListProps &
  Pick<IntakeState, 'notTaken' | 'taken'> & { report: ReturnType<typeof groupLeftOut>; tone: Message['tone'] };

/** Files that were not added: first, in groups, those that can become materials, then a line for each folder. */
function LeftOut({ report, summary, tone, notTaken, taken, action, isOpen }: LeftOutProps) {
  const { convertible, refused, leftOut } = report;

  function download() {
    const lines = listLeftOut(notTaken, taken).map((each) => ({ ...each, outcome: notTakenOutcome }));
    saveText(words.listName, writeReportFile(lines));
  }

  return (
    <Notice tone={tone} action={action} className="items-start max-sm:block">
      <Disclosure summary={summary} isOpenAtFirst={isOpen}>
        <section
          className="mt-2 grid max-h-80 scroll-area-y gap-4 overflow-y-auto"
          tabIndex={0}
          aria-label={words.notAddedList}
        >
          <Group title={words.couldBecomeMaterials}>
            {convertible.map(({ title, advice, ...files }) => (
              <Entry
                key={title}
                text={
                  <>
                    {title} {advice}
                  </>
                }
                {...files}
              />
            ))}
          </Group>
          <Group title={words.cannotBeAdded}>
            {refused.map(({ reason, ...files }) => (
              <Entry key={reason} text={reason} {...files} />
            ))}
          </Group>
          <Group title={words.leftOutOnPurpose}>
            {leftOut.map(({ folder, text }) => (
              <li key={folder} className="wrap-anywhere">
                {words.inFolder(folder, text)}
              </li>
            ))}
          </Group>
        </section>
        <Button variant="secondary" size="small" className="my-2" onClick={download}>
          <Download aria-hidden="true" className="size-4" />
          {words.downloadList}
        </Button>
      </Disclosure>
    </Notice>
  );
}

function Group({ title, children }: { title: string; children: ReactNode[] }) {
  const id = useId();
  if (children.length === 0) return null;
  return (
    <div>
      <p id={id} className="mb-1 font-semibold">
        {title}
      </p>
      <ul aria-labelledby={id} className="grid gap-1.5">
        {children}
      </ul>
    </div>
  );
}

/** Files with the same message, one by one or by folder. */
function Entry({ text, paths, folders }: ListedFiles & { text: ReactNode }) {
  return (
    <li>
      {text}
      <ul className="ps-4 text-muted">
        {paths.map((path) => (
          <li key={path} className="wrap-anywhere">
            {path}
          </li>
        ))}
        {folders.map(({ folder, count }) => (
          <li key={folder} className="wrap-anywhere">
            {words.countInFolder(folder, count)}
          </li>
        ))}
      </ul>
    </li>
  );
}
