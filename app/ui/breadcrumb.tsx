import { ChevronRight } from 'lucide-react';
import { Children, type ReactNode } from 'react';

/** The way from Home to here. Children are links; the last one is where we are, as plain text. */
export function Breadcrumb({ children }: { children: ReactNode }) {
  const steps = Children.toArray(children);
  return (
    <nav aria-label="Breadcrumb">
      <ol className="flex flex-wrap items-center gap-x-1 text-sm text-muted">
        {steps.map((step, index) => (
          <li
            key={index}
            aria-current={index === steps.length - 1 ? 'page' : undefined}
            className="flex min-h-9 items-center gap-1 aria-[current]:text-ink [&>a]:py-2 [&>a]:underline-offset-4 [&>a]:hover:text-accent [&>a]:hover:underline"
          >
            {step}
            {index < steps.length - 1 && <ChevronRight aria-hidden="true" className="size-4 shrink-0 text-muted" />}
          </li>
        ))}
      </ol>
    </nav>
  );
}
