import { ChevronRight } from 'lucide-react';
import { Children, cloneElement, type ReactElement, type ReactNode } from 'react';
import * as words from '#messages/ui.ts';
import { classes } from './classes.ts';

type BreadcrumbProps = {
  children: ReactNode;
  /**
   * Set if the heading right below repeats the last step: on a phone, the last step is then only for screen readers.
   */
  isHereInHeading?: boolean;
};

/**
 * The router would treat a link to a page above the current one as current as well; for a user, only the last step is.
 */
const exactly = { activeOptions: { exact: true } };

/**
 * Renders the path from Home to the current page. Children are links, except the last one: the current page, as plain
 * text.
 */
export function Breadcrumb({ children, isHereInHeading = false }: BreadcrumbProps) {
  const steps = Children.toArray(children) as ReactElement<typeof exactly>[];
  const last = steps.length - 1;
  return (
    <nav aria-label={words.breadcrumb}>
      <ol className="flex flex-wrap items-center gap-x-1 text-sm leading-snug text-muted">
        {steps.map((step, index) => (
          <li
            key={index}
            aria-current={index === last ? 'page' : undefined}
            className={classes(
              'flex min-h-9 max-w-full min-w-0 items-center gap-1 aria-[current]:text-ink [&>:last-child]:min-w-0 [&>:last-child]:wrap-anywhere [&>a]:py-2 [&>a]:underline-offset-4 [&>a]:hover:text-accent [&>a]:hover:underline',
              isHereInHeading && index === last && 'max-sm:sr-only',
            )}
          >
            {/* Before its step, so that no line ends with it. */}
            {index > 0 && <ChevronRight aria-hidden="true" className="size-4 shrink-0 text-muted rtl:rotate-180" />}
            {index < last ? cloneElement(step, exactly) : step}
          </li>
        ))}
      </ol>
    </nav>
  );
}
