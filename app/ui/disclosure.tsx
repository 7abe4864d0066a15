import { ChevronDown } from 'lucide-react';
import type { ReactNode } from 'react';

type DisclosureProps = { summary: string; isOpenAtFirst?: boolean; children: ReactNode };

/** Renders a line that expands to show more below it. */
export function Disclosure({ summary, isOpenAtFirst = false, children }: DisclosureProps) {
  return (
    <details open={isOpenAtFirst}>
      <summary className="-my-3 flex list-none items-start justify-between gap-3 py-3 font-medium [&::-webkit-details-marker]:hidden">
        {summary}
        <ChevronDown aria-hidden="true" className="size-5 shrink-0 text-muted [details[open]>summary>&]:rotate-180" />
      </summary>
      {children}
    </details>
  );
}
