import { useRouter } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { AnchorButton } from '#app/ui/link-button.tsx';
import { TryAgain } from '#app/ui/try-again.tsx';
import { pages } from '#contract/addresses.ts';
import * as actions from '#messages/actions.ts';
import * as words from '#messages/layout.ts';
import { localAddress } from './local-address.ts';

type MessagePageProps = {
  title: string;
  text: string;
  /** `alert` interrupts screen readers. */
  role?: 'alert';
  /** Links to other pages. */
  children: ReactNode;
};

/** Renders a page that has only a message and links to other pages. */
export function MessagePage({ title, text, role, children }: MessagePageProps) {
  return (
    <div role={role} className="mx-auto flex max-w-prose flex-col items-center px-4 py-16 text-center sm:px-6 sm:py-20">
      <MissingBook />
      <h1 className="mt-6 text-3xl">{title}</h1>
      <p className="mt-3 mb-8 text-muted">{text}</p>
      <div className="flex max-w-full flex-wrap justify-center gap-3">{children}</div>
    </div>
  );
}

/** Renders a drawing of a row of books with a gap. */
function MissingBook() {
  return (
    <svg
      aria-hidden="true"
      width="180"
      height="96"
      viewBox="0 0 180 96"
      fill="none"
      strokeWidth="2"
      strokeLinejoin="round"
      strokeLinecap="round"
    >
      <path d="M8 86h164" className="stroke-edge" />
      <path d="M22 26h16v60H22zM42 36h12v50H42z" className="fill-card stroke-edge" />
      <path d="M26 36h8M26 42h8" className="stroke-accent" />
      <path d="M74 30h22v56H74z" strokeDasharray="4 5" className="stroke-accent" />
      <path d="M85 50v10M85 68v.1" strokeWidth="3" className="stroke-marigold" />
      <path d="M112 22h14v64h-14z" className="fill-accent-tint stroke-accent" />
      <path d="m132 85 9-54 14 3-9 52z" className="fill-card stroke-edge" />
    </svg>
  );
}

export const crashWords = {
  title: words.crashed,
  text: words.crashedDetails,
};

/** Replaces a page that failed to render. The router has logged the error. */
export function CrashPage() {
  const router = useRouter();
  return (
    <MessagePage role="alert" {...crashWords}>
      <TryAgain variant="primary" onTry={() => router.invalidate()} />
      {/* A plain link: a full page load discards the broken state. */}
      <AnchorButton href={localAddress(pages.home())} variant="secondary">
        {actions.returnHome}
      </AnchorButton>
    </MessagePage>
  );
}
