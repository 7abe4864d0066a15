import { ChevronRight } from 'lucide-react';
import { Children, type ReactNode } from 'react';
import { classes } from './classes.ts';

type BreadcrumbProps = {
  children: ReactNode;
  /** The heading right below says where we are: on a phone the last step is then for screen readers alone. */
  isHereInHeading?: boolean;
};

/** The way from Home to here. Children are links; the last one is where we are, as plain text. */
export function Breadcrumb({ children, isHereInHeading = false }: BreadcrumbProps) {
  const steps = Children.toArray(children);
  const last = steps.length - 1;
  return (
    <nav aria-label="Breadcrumb">
      <ol className="flex flex-wrap items-center gap-x-1 text-sm text-muted">
        {steps.map((step, index) => (
          <li
            key={index}
            aria-current={index === last ? 'page' : undefined}
            className={classes(
              'flex min-h-9 items-center gap-1 aria-[current]:text-ink [&>a]:py-2 [&>a]:underline-offset-4 [&>a]:hover:text-accent [&>a]:hover:underline',
              isHereInHeading && index === last && 'max-sm:sr-only',
            )}
          >
            {step}
            {index < last && (
              <ChevronRight
                aria-hidden="true"
                className={classes(
                  'size-4 shrink-0 text-muted',
                  isHereInHeading && index === last - 1 && 'max-sm:hidden',
                )}
              />
            )}
          </li>
        ))}
      </ol>
    </nav>
  );
}
