import type { ReactNode } from 'react';
import { Link } from '@tanstack/react-router';
import { pages } from '#contract/addresses.ts';
import { BrandMark } from './brand.tsx';

/** The footer of every page. `year` is the current one in the library's time zone. */
export function SiteFooter({ credit, year }: { credit: string; year: number }) {
  return (
    <footer className="no-print mt-16 border-t border-hairline bg-sunken">
      <div className="mx-auto grid max-w-page grid-cols-2 gap-x-6 max-[18rem]:grid-cols-1 gap-y-8 px-4 py-10 sm:px-6 md:grid-cols-[1fr_auto_auto] md:gap-x-20">
        <div className="max-w-sm min-[18rem]:max-md:col-span-2">
          <p className="flex items-center gap-2.5 font-serif text-lg font-semibold">
            <BrandMark className="size-7" />
            Examshelf
          </p>
          <p className="mt-2 text-sm text-muted">
            Question papers, study notes, revision materials and books in one place, free for everyone.
          </p>
        </div>
        <FooterColumn title="Resources">
          <FooterLink to={pages.about()} label="About" />
          <FooterLink to={pages.contact()} label="Contact" />
          <FooterLink to={pages.faq()} label="FAQ" />
        </FooterColumn>
        <FooterColumn title="Legal">
          <FooterLink to={pages.privacy()} label="Privacy Policy" />
          <FooterLink to={pages.terms()} label="Terms of Service" />
        </FooterColumn>
      </div>
      <div className="border-t border-hairline">
        <p className="mx-auto max-w-page px-4 py-5 text-sm text-muted sm:px-6">
          © {year} Examshelf. All rights reserved. Developed by {credit}.
        </p>
      </div>
    </footer>
  );
}

function FooterColumn({ title, children }: { title: string; children: ReactNode }) {
  return (
    <nav aria-label={title}>
      <h2 className="font-sans text-sm font-semibold tracking-normal">{title}</h2>
      <ul className="mt-1">{children}</ul>
    </nav>
  );
}

function FooterLink({ to, label }: { to: string; label: string }) {
  return (
    <li>
      <Link
        to={to}
        className="inline-flex min-h-11 items-center text-muted underline-offset-4 hover:text-accent hover:underline"
      >
        {label}
      </Link>
    </li>
  );
}
