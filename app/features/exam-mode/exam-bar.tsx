import { Pause, Play, X } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { Done } from '#app/features/viewer/viewing-actions.ts';
import { Button } from '#app/ui/button.tsx';
import { pauseClock, resumeClock, timeLeft, writeClock, type ExamClock } from './exam-clock.ts';
import './exam-bar.css';

/** Minutes left at which the time is announced to screen readers. */
const announced = [30, 15, 5, 1];
const minuteMs = 60_000;

type ExamBarProps = { clock: ExamClock; done: Done; onChange: (clock: ExamClock | null) => void };

/**
 * Renders the clock of an exam over a viewer, with buttons to pause and to end it. At its end, by itself or by the visitor,
 * offers to mark the paper as done.
 */
export function ExamBar({ clock, done, onChange }: ExamBarProps) {
  const now = useNow(clock.startedAt !== null);
  const [isEnding, setIsEnding] = useState(false);
  const left = timeLeft(clock, now);
  const isRunning = clock.startedAt !== null && left > 0;
  if (left === 0 || isEnding)
    return <ExamEnd {...{ clock, left, done, onChange }} onContinue={() => setIsEnding(false)} />;
  return (
    <section aria-label="Exam mode" className="exam-bar no-print">
      <span role="timer" aria-label="Time left" className="exam-clock" data-paused={isRunning ? undefined : ''}>
        {writeClock(left)}
      </span>
      <output className="sr-only">{isRunning && announcement(left)}</output>
      <button
        type="button"
        className="exam-tool"
        aria-label={isRunning ? 'Pause the clock' : 'Continue the clock'}
        onClick={() => onChange(isRunning ? pauseClock(clock, Date.now()) : resumeClock(clock, Date.now()))}
      >
        {isRunning ? <Pause aria-hidden="true" /> : <Play aria-hidden="true" />}
      </button>
      <button
        type="button"
        className="exam-tool"
        aria-label="End the exam"
        onClick={() => {
          onChange(pauseClock(clock, Date.now()));
          setIsEnding(true);
        }}
      >
        <X aria-hidden="true" />
      </button>
    </section>
  );
}

type ExamEndProps = ExamBarProps & { left: number; onContinue: () => void };

function ExamEnd({ clock, left, done, onChange, onContinue }: ExamEndProps) {
  return (
    <section aria-label="Exam mode" className="exam-bar exam-end no-print">
      <output>
        {left === 0 ? 'Time is up.' : `You took ${writeClock(clock.totalMs - left)} of ${writeClock(clock.totalMs)}.`}
      </output>
      <div className="exam-choices">
        {!done.isDone && (
          <Button
            variant="primary"
            size="small"
            onClick={() => {
              done.toggle();
              onChange(null);
            }}
          >
            Mark as done
          </Button>
        )}
        {left > 0 && (
          <Button
            variant="secondary"
            size="small"
            onClick={() => {
              onChange(resumeClock(clock, Date.now()));
              onContinue();
            }}
          >
            Continue
          </Button>
        )}
        <Button variant="secondary" size="small" onClick={() => onChange(null)}>
          Close the clock
        </Button>
      </div>
    </section>
  );
}

/** Returns the sentence for the current minute, which stays for that minute; '' for most. */
function announcement(left: number): string {
  const minutes = Math.ceil(left / minuteMs);
  if (!announced.includes(minutes)) return '';
  return minutes === 1 ? 'One minute left' : `${minutes} minutes left`;
}

/** Returns the time of day in milliseconds, each second while `isRunning`. */
function useNow(isRunning: boolean): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(
    function tick() {
      if (!isRunning) return;
      const timer = setInterval(() => setNow(Date.now()), 1000);
      // A hidden page ticks rarely.
      const catchUp = () => setNow(Date.now());
      document.addEventListener('visibilitychange', catchUp);
      return () => {
        clearInterval(timer);
        document.removeEventListener('visibilitychange', catchUp);
      };
    },
    [isRunning],
  );
  return now;
}
