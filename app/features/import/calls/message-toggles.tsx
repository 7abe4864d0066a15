import { ChevronDown } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '#app/ui/button.tsx';
import { classes } from '#app/ui/classes.ts';

/** A message about the import: a few words, and a notice with all details. */
export type Message = { key: string; summary: string; tone: 'plain' | 'warning'; notice: ReactNode };

type MessageTogglesProps = {
  messages: readonly Message[];
  /** The key of the message whose notice is open. */
  opened: string | null;
  onToggle: (key: string | null) => void;
};

/** Messages on one line, each a button that opens its notice, so that new messages don't move the content below. */
export function MessageToggles({ messages, opened, onToggle }: MessageTogglesProps) {
  return (
    <div aria-live="polite" className="flex min-w-0 gap-1.5 p-px max-md:scroll-area-x">
      {messages.map(({ key, summary, tone }) => (
        <Button
          key={key}
          variant="ghost"
          size="small"
          className={classes(
            'px-3 max-md:max-w-60 md:max-w-md md:min-w-24 md:shrink',
            tone === 'warning' ? 'bg-marigold-tint' : 'bg-sunken',
          )}
          aria-expanded={key === opened}
          onClick={() => onToggle(key === opened ? null : key)}
        >
          <span className="truncate">{summary}</span>
          <ChevronDown aria-hidden="true" className={classes('size-4 shrink-0', key === opened && 'rotate-180')} />
        </Button>
      ))}
    </div>
  );
}
