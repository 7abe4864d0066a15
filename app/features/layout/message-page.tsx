import type { ReactNode } from 'react';
import { MissingBook } from './missing-book.tsx';

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
