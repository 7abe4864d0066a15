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
  /** `alert` interrupts screen readers, `status` waits until they are idle. */
  role?: 'alert' | 'status';
  /** A button that solves the problem. */
  action?: ReactNode;
  className?: string;
  children: ReactNode;
};

/** Renders a short message that stays on the page. */
export function Notice({ tone = 'plain', role = 'status', action, className, children }: NoticeProps) {
  const { ground, mark, Icon } = tones[tone];
  return (
    <div
      role={role}
      className={classes(
        'flex flex-wrap items-center gap-x-4 gap-y-1 rounded-card px-4 py-1.5 text-sm',
        ground,
        className,
      )}
    >
      <div className="flex min-w-0 flex-1 basis-40 items-start gap-3 py-2">
        <Icon aria-hidden="true" className={classes('size-5 shrink-0', mark)} />
        <div className="min-w-0 flex-1">{children}</div>
      </div>
      {action && <div className="max-w-full max-sm:pb-2">{action}</div>}
    </div>
  );
}
