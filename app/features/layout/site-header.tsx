import { Link, useRouterState } from '@tanstack/react-router';
import { ExternalLink, Menu, X, Moon, Sun } from 'lucide-react';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { Badge } from '#app/ui/badge.tsx';
import { buttonStyle } from '#app/ui/button.tsx';
import { classes } from '#app/ui/classes.ts';
import { pages } from '#contract/addresses.ts';
import type { Site } from '#contract/shelf.ts';
import * as words from '#messages/layout.ts';
import { LanguageSwitch } from './language-switch.tsx';
import { followTheme, toggleTheme } from './theme.ts';

/** Renders the operator's logo, or the product's own: three books on a shelf. */
export function BrandMark({ logo, className }: { logo: string | null; className: string }) {
  if (logo) return <img src={logo} alt="" width={32} height={32} className={`${className} object-contain`} />;
  return (
    <svg aria-hidden="true" viewBox="0 0 32 32" width={32} height={32} className={className}>
      <rect width="32" height="32" rx="7" className="fill-accent" />
      <path d="M7 8h5v16H7zM13.5 11H18v13h-4.5z" className="fill-on-accent" />
      <path d="m19.6 10.8 4.2-1.3 3.7 13.1-4.2 1.3z" className="fill-marigold" />
      <path d="M6 25.5h21" strokeWidth="1.8" strokeLinecap="round" className="stroke-on-accent" />
    </svg>
  );
}

const menuId = 'site-menu';

const linkStyle =
  'relative flex min-h-11 items-center gap-1.5 rounded-card px-2.5 text-[0.95rem] whitespace-nowrap hover:bg-sunken hover:text-accent md:max-xl:px-1.5 md:max-[60rem]:px-1 xl:px-2 md:max-[60rem]:text-[0.875rem] ' +
  'aria-[current=page]:font-medium aria-[current=page]:text-accent';

type SiteHeaderProps = {
  site: Pick<Site, 'name' | 'logo' | 'entranceExam' | 'languages'>;
  /** The link to the account. */
  account: ReactNode;
  /** The control that opens the search. */
  search: ReactNode;
};

/**
 * Renders the top navigation: a row on wide screens, a menu behind a button below 769 px. Without scripts the button is
 * a link, whose target is the menu.
 */
export function SiteHeader({ site, account, search }: SiteHeaderProps) {
  const address = useRouterState({ select: (state) => state.location.href });
  // Address at which the menu was opened, so that the menu closes on the next page.
  const [openedAt, setOpenedAt] = useState<string | null>(null);
  const isOpen = openedAt === address;

  const menuButton = useRef<HTMLButtonElement>(null);

  useEffect(
    function closeOnEscape() {
      if (!isOpen) return;
      function handleKeyDown(event: KeyboardEvent) {
        if (event.key !== 'Escape') return;
        setOpenedAt(null);
        menuButton.current?.focus();
      }
      document.addEventListener('keydown', handleKeyDown);
      return () => document.removeEventListener('keydown', handleKeyDown);
    },
    [isOpen],
  );

  return (
    <header
      // If Tab leaves the open menu, the menu would cover the focused control.
      onBlur={(event) => {
        const next = event.relatedTarget;
        if (isOpen && next && !event.currentTarget.contains(next)) setOpenedAt(null);
      }}
      className="static-without-scripts no-print sticky top-0 z-30 border-b border-hairline bg-paper max-md:max-h-dvh max-md:overflow-y-auto"
    >
      {/* Fixed columns, so that nothing moves while the rest of the header is still loading. */}
      <div className="mx-auto grid max-w-page grid-cols-[minmax(0,1fr)_2.75rem_var(--button-columns,2.75rem_2.75rem)] items-center gap-x-1 px-4 py-1.5 max-[18rem]:gap-x-0 max-[18rem]:px-2 sm:px-6 md:max-[56rem]:px-3 md:grid-cols-[auto_1fr_2.75rem_var(--button-columns,2.75rem)] lg:grid-cols-[auto_1fr_2.75rem_auto_var(--button-columns,2.75rem)] xl:grid-cols-[auto_1fr_minmax(2.75rem,10rem)_auto_var(--button-columns,2.75rem)]">
        <Link
          to="/"
          activeOptions={{ exact: true }}
          className="flex h-11 min-w-0 flex-wrap content-start gap-x-2.5 justify-self-start overflow-hidden rounded-card pe-2 md:max-lg:pe-1 lg:me-3 xl:min-w-max"
        >
          {/* If the name does not fit because the text is very large, it wraps to a line that is hidden. */}
          <BrandMark logo={site.logo} className="my-1.5 size-8" />
          <span className="font-serif text-lg leading-11 font-semibold tracking-tight md:max-[56rem]:sr-only">
            {site.name}
          </span>
        </Link>
        <nav
          id={menuId}
          aria-label={words.mainNavigation}
          className={classes(
            'target-shown-without-scripts col-span-full row-start-2 md:col-span-1 md:col-start-2 md:row-start-1 md:block',
            isOpen ? 'max-md:border-t max-md:border-hairline max-md:pt-2 max-md:pb-3' : 'max-md:hidden',
          )}
        >
          <NavLinks site={site} account={account} />
        </nav>
        {search}
        {/* On a phone it ends the menu; between, only the footer has room for it. */}
        <ul
          className={classes(
            'flex max-md:col-span-full max-md:row-start-3 md:max-lg:hidden',
            !isOpen && 'max-md:hidden',
          )}
        >
          <LanguageSwitch site={site} className={linkStyle} />
        </ul>
        <ThemeToggle />
        <a
          href={`#${menuId}`}
          aria-label={words.menu}
          className={`${buttonStyle('ghost', 'icon')} only-without-scripts md:hidden`}
        >
          <Menu aria-hidden="true" className="size-6" />
        </a>
        <button
          type="button"
          ref={menuButton}
          aria-expanded={isOpen}
          aria-controls={menuId}
          aria-label={isOpen ? words.closeMenu : words.openMenu}
          onClick={() => setOpenedAt(isOpen ? null : address)}
          className={`${buttonStyle('ghost', 'icon')} md:hidden`}
        >
          {isOpen ? <X aria-hidden="true" className="size-6" /> : <Menu aria-hidden="true" className="size-6" />}
        </button>
      </div>
      <NavigationProgress />
    </header>
  );
}

function NavLinks({ site, account }: Omit<SiteHeaderProps, 'search'>) {
  return (
    <ul className="grid grid-cols-1 sm:max-md:grid-cols-2 md:flex md:flex-row md:flex-wrap md:items-center lg:flex-nowrap">
      <NavLink to={pages.home()} label={words.home} exact />
      <NavLink to={pages.books()} label={words.library} />
      <NavLink to={pages.reading()} label={words.myReading} isOnlyOnPhones />
      <NavLink to={pages.saved()} label={words.saved} isOnlyOnPhones />
      <NavLink to={pages.contributors()} label={words.contributors} isNew />
      <li>
        <a href={site.entranceExam.url} target="_blank" rel="noopener" className={linkStyle}>
          {site.entranceExam.label}
          <NewBadge />
          <ExternalLink aria-hidden="true" className="size-3.5 text-muted md:max-xl:hidden" />{' '}
          <span className="sr-only">{words.opensInNewTab}</span>
        </a>
      </li>
      <NavLink to={pages.about()} label={words.about} />
      <NavLink to={pages.contact()} label={words.contact} />
      <NavLink to={pages.faq()} label={words.faq} />
      <li className="max-md:col-span-full max-md:mt-2 sm:max-md:px-2.5 md:ms-auto md:ps-1 lg:ps-2 xl:pe-1">
        {account}
      </li>
    </ul>
  );
}

type NavLinkProps = { to: string; label: string; isNew?: boolean; exact?: boolean; isOnlyOnPhones?: boolean };

function NavLink({ to, label, isNew = false, exact = false, isOnlyOnPhones = false }: NavLinkProps) {
  return (
    <li className={isOnlyOnPhones ? 'md:hidden' : undefined}>
      <Link to={to} activeOptions={{ exact, includeSearch: false }} className={linkStyle}>
        {label}
        {isNew && <NewBadge />}
      </Link>
    </li>
  );
}

function NewBadge() {
  // In the row it is on the corner of its link, so that the navigation fits on one line.
  return (
    <Badge tone="new" className="md:absolute md:-top-0.5 md:end-0 md:px-1.5 md:text-[0.6875rem]">
      {words.isNew}
    </Badge>
  );
}

/** Shows a progress bar below the header while the next page is loading; none for a page that loads at once. */
function NavigationProgress() {
  const isLoading = useRouterState({ select: (state) => state.status === 'pending' });
  if (!isLoading) return null;
  return (
    <output className="coming-page absolute inset-x-0 -bottom-px block h-[3px] overflow-hidden">
      <span className="sr-only">{words.loading}</span>
      <span aria-hidden="true" className="block h-full w-2/5 bg-accent" />
    </output>
  );
}

/**
 * Renders the button for the theme. The style sheet chooses the icon, because the server does not know the theme, and the icon
 * must not change after loading.
 */
function ThemeToggle() {
  useEffect(followTheme, []);
  return (
    <button
      type="button"
      onClick={toggleTheme}
      aria-label={words.switchThemeInFull}
      data-tooltip={words.switchTheme}
      className={buttonStyle('ghost', 'icon')}
    >
      <Moon aria-hidden="true" className="size-5 dark:hidden" />
      <Sun aria-hidden="true" className="hidden size-5 dark:block" />
    </button>
  );
}
