import { CircleAlert, CircleCheck, Info, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { classes } from './classes.ts';

const tones = {
  plain: { ground: 'bg-sunken', mark: 'text-muted', Icon: Info },
  success: { ground: 'bg-accent-tint', mark: 'text-accent', Icon: CircleCheck },
  warning: { ground: 'bg-marigold-tint', mark: 'text-ink', Icon: TriangleAlert },
  danger: { ground: 'bg-danger-tint', mark: 'text-danger', Icon: CircleAlert },
};

type NoticeProps = {
  tone?: keyof typeof tones;
  /** `alert` interrupts those who listen, `status` waits its turn. */
  role?: 'alert' | 'status';
  className?: string;
  children: ReactNode;
};

/** A few words that stay on the page: something to know, or something to do. */
export function Notice({ tone = 'plain', role = 'status', className, children }: NoticeProps) {
  const { ground, mark, Icon } = tones[tone];
  return (
    <div role={role} className={classes('flex items-start gap-3 rounded-card px-4 py-3 text-sm', ground, className)}>
      <Icon aria-hidden="true" className={classes('mt-px size-5 shrink-0', mark)} />
      <div className="min-w-0 flex-1">{children}</div>
    </div>
  );
}
