import { Fragment, useState, type ReactNode } from 'react';
import { ChooseFiles } from '#app/features/import/choose/choose-files.tsx';
import { IntakeError, useIntakeMessages } from './intake-report.tsx';
import { MessageToggles } from '#app/features/import/calls/message-toggles.tsx';
import { useUnsentMessages } from './unsent-messages.tsx';
import type { SendState } from '#app/features/import/sending/send-queue.ts';
import type { StagedRow } from '#app/features/import/calls/staging-calls.ts';
import type { IntakeState, StagingSession } from './staging-session.ts';
import { workspaceWidth } from './workspace-width.ts';

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
export function ImportTop({ session, rows, intake, sending, isEmpty, transfer, statusSlot }: ImportTopProps) {
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
        {!isEmpty && statusSlot && <div ref={statusSlot} className="ml-auto max-w-[45%] shrink-0" />}
      </div>
      {isEmpty
        ? messages.map(({ key, notice }) => <Fragment key={key}>{notice}</Fragment>)
        : messages.find(({ key }) => key === opened)?.notice}
      <IntakeError intake={intake} onClose={onClose} />
    </div>
  );
}
