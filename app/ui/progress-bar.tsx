import * as actions from '#messages/actions.ts';
import { digits } from '#messages/format.ts';
import { Button } from './button.tsx';

type ProgressBarProps = {
  /** The name of the bar for screen readers. */
  label: string;
  /** The running action. */
  text: string;
  /** 0 to 100. */
  percent: number;
  onCancel: () => void;
};

/** Shows a progress: in words, in percent and as a bar, with a button to cancel it. */
export function ProgressBar({ label, text, percent, onCancel }: ProgressBarProps) {
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-2 text-sm">
        <span className="me-auto">{text}</span>
        <span>{digits(percent)} %</span>
        <Button variant="ghost" size="small" className="-me-3 px-3!" onClick={onCancel}>
          {actions.cancel}
        </Button>
      </div>
      <progress
        aria-label={label}
        max={100}
        value={percent}
        className={
          'block h-2 w-full appearance-none overflow-hidden rounded-full border-0 bg-hairline ' +
          '[&::-moz-progress-bar]:bg-accent [&::-webkit-progress-bar]:bg-hairline [&::-webkit-progress-value]:bg-accent'
        }
      />
    </>
  );
}
