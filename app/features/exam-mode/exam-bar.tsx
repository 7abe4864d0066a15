import { Pause, Play, X } from 'lucide-react';
import { useEffect, useRef, useState, type ReactNode, type RefObject } from 'react';
import type { Done } from '#app/features/viewer/viewing-actions.ts';
import { Button } from '#app/ui/button.tsx';
import * as words from '#messages/exam-mode.ts';
import * as clockWords from '#messages/exam-mode/clock.ts';
import { digits } from '#messages/format.ts';
import { pauseClock, resumeClock, timeLeft, writeClock, type ExamClock } from './exam-clock.ts';
import { useHiddenMarks } from './use-hidden-marks.ts';
import './exam-bar.css';

/** Minutes left at which the time is announced to screen readers. */
const announced = [30, 15, 5, 1];
const minuteMs = 60_000;

type ExamBarProps = {
  clock: ExamClock;
  done: Done;
  /** True once the visitor has asked to end the exam. */
  isEnding: boolean;
  onChange: (clock: ExamClock | null) => void;
  onEnd: () => void;
};

/**
 * Renders the clock of an exam over a viewer, with buttons to pause and to end it. At its end, by itself or by the visitor,
 * offers to mark the paper as done.
 */
export function ExamBar({ clock, done, isEnding, onChange, onEnd }: ExamBarProps) {
  const now = useNow(clock.startedAt !== null);
  const bar = useRef<HTMLElement>(null);
  const left = timeLeft(clock, now);
  const isRunning = clock.startedAt !== null && left > 0;
  const isOver = left === 0 || isEnding;
  useHiddenMarks(bar, clock.hidesMarks && !isOver);
  if (isOver) return <ExamEnd {...{ clock, left, done, onChange }} />;
  return (
    <ExamSection section={bar} className="exam-bar no-print">
      <span role="timer" aria-label={words.timeLeft} className="exam-clock" data-paused={isRunning ? undefined : ''}>
        {digits(writeClock(left))}
      </span>
      <output className="sr-only">{isRunning && announcement(left)}</output>
      <button
        type="button"
        className="exam-tool"
        aria-label={isRunning ? words.pause : words.resume}
        onClick={() => onChange(isRunning ? pauseClock(clock, Date.now()) : resumeClock(clock, Date.now()))}
      >
        {isRunning ? <Pause aria-hidden="true" /> : <Play aria-hidden="true" />}
      </button>
      <button type="button" className="exam-tool" aria-label={words.end} onClick={onEnd}>
        <X aria-hidden="true" />
      </button>
    </ExamSection>
  );
}

type ExamEndProps = Pick<ExamBarProps, 'clock' | 'done' | 'onChange'> & { left: number };

function ExamEnd({ clock, left, done, onChange }: ExamEndProps) {
  const card = useRef<HTMLElement>(null);
  return (
    <ExamSection section={card} takesFocus={left > 0} className="exam-bar exam-end no-print">
      <output>
        {left === 0
          ? words.timeIsUp
          : clockWords.timeTaken(writeClock(clock.totalMs - left), writeClock(clock.totalMs))}
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
            {words.markAsDone}
          </Button>
        )}
        {left > 0 && (
          <Button variant="secondary" size="small" onClick={() => onChange(resumeClock(clock, Date.now()))}>
            {words.continueExam}
          </Button>
        )}
        <Button variant="secondary" size="small" onClick={() => onChange(null)}>
          {words.closeClock}
        </Button>
      </div>
    </ExamSection>
  );
}

type ExamSectionProps = {
  section: RefObject<HTMLElement | null>;
  /** True if the visitor asked for it, so that its first button gets the focus. */
  takesFocus?: boolean;
  className: string;
  children: ReactNode;
};

/** Renders a part of the exam mode. When it goes with the focus in it, the focus moves to the viewer, which has the keys. */
function ExamSection({ section, takesFocus = false, className, children }: ExamSectionProps) {
  useEffect(
    function keepFocus() {
      const viewer = section.current?.closest('dialog');
      if (takesFocus) section.current?.querySelector('button')?.focus();
      return () => {
        if (document.activeElement === document.body) viewer?.focus();
      };
    },
    [section, takesFocus],
  );
  return (
    <section ref={section} aria-label={words.examMode} className={className}>
      {children}
    </section>
  );
}

/** Returns the sentence for the current minute, which stays for that minute; '' for most. */
function announcement(left: number): string {
  const minutes = Math.ceil(left / minuteMs);
  return announced.includes(minutes) ? clockWords.minutesLeft(minutes) : '';
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
