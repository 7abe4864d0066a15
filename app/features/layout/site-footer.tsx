import type { ReactNode } from 'react';
import { Link } from '@tanstack/react-router';
import { licences, pages } from '#contract/addresses.ts';
import type { Site } from '#contract/shelf.ts';
import * as words from '#messages/layout.ts';
import { LanguageSwitch } from './language-switch.tsx';
import { BrandMark } from './site-header.tsx';

/** Renders the footer of every page. `year` is the current one in the library's time zone. */
export function SiteFooter({
  site,
  year,
}: {
  site: Pick<Site, 'name' | 'logo' | 'credit' | 'languages'>;
  year: number;
}) {
  return (
    <footer className="no-print mt-10 sm:mt-16 border-t border-hairline bg-sunken">
      <div className="mx-auto grid max-w-page grid-cols-1 px-4 py-4 sm:px-6 md:grid-cols-[1fr_auto_auto_auto] md:gap-x-16 md:pt-6">
        <div className="max-w-xs max-md:mb-3">
          <p className="flex items-center gap-2.5 font-serif text-lg font-semibold">
            <BrandMark logo={site.logo} className="size-7" />
            {site.name}
          </p>
          <p className="mt-2 text-sm text-muted">
            {words.rights(year, site.name, site.credit)} {/* A file, not a page of the router. */}
            <a href={licences} className="inline-block py-1 underline-offset-4 hover:text-accent hover:underline">
              {words.openSourceLicences}
            </a>
          </p>
          <ul className="flex gap-x-4">
            <LanguageSwitch site={site} className={linkStyle} />
          </ul>
        </div>
        <FooterColumn title={words.explore}>
          <FooterLink to={pages.books()} label={words.library} />
          <FooterLink to={pages.discussions()} label={words.forum} />
          <FooterLink to={pages.contributors()} label={words.contributors} />
          <FooterLink to={pages.reading()} label={words.myReading} />
          <FooterLink to={pages.saved()} label={words.savedOnDevice} />
        </FooterColumn>
        <FooterColumn title={words.resources}>
          <FooterLink to={pages.about()} label={words.about} />
          <FooterLink to={pages.contact()} label={words.contact} />
          <FooterLink to={pages.faq()} label={words.faq} />
        </FooterColumn>
        <FooterColumn title={words.legal}>
          <FooterLink to={pages.privacy()} label={words.privacyPolicy} />
          <FooterLink to={pages.terms()} label={words.termsOfService} />
        </FooterColumn>
      </div>
    </footer>
  );
}

function FooterColumn({ title, children }: { title: string; children: ReactNode }) {
  return (
    // On a phone the heading is next to its links, and with large text above them.
    <nav aria-label={title} className="max-md:flex max-md:flex-wrap">
      <h2 className="font-sans text-sm font-semibold tracking-normal max-md:w-25 max-md:leading-11">{title}</h2>
      <ul className="flex min-w-0 flex-1 basis-40 flex-wrap gap-x-4 md:mt-1 md:block">{children}</ul>
    </nav>
  );
}

const linkStyle =
  'inline-flex min-h-11 items-center text-muted max-md:text-sm underline-offset-4 hover:text-accent hover:underline';

function FooterLink({ to, label }: { to: string; label: string }) {
  return (
    <li>
      <Link to={to} className={linkStyle}>
        {label}
      </Link>
    </li>
  );
}
