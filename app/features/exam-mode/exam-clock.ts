import { tabItems, type StoredItems } from '#app/features/layout/stored-items.ts';

/** Maximum time of an exam in whole hours; the minutes are added. */
export const maxHours = 10;
const maxTotalMs = (maxHours * 60 + 59) * 60_000;

/** The clock of an exam that the visitor sits with one paper. Times are milliseconds. */
export type ExamClock = {
  materialId: string;
  /** The whole time. */
  totalMs: number;
  /** Time left when the clock was last started or paused. */
  leftMs: number;
  /** When it was last started, since 1970; null while it is paused. */
  startedAt: number | null;
  /** True if the marks of the questions are covered. */
  hidesMarks: boolean;
};

/** Returns a running clock. */
export function startClock(choice: Pick<ExamClock, 'materialId' | 'totalMs' | 'hidesMarks'>, now: number): ExamClock {
  return { ...choice, leftMs: choice.totalMs, startedAt: now };
}

/** Returns the time left, at least 0. A clock of the device that was put back doesn't lengthen it. */
export function timeLeft({ leftMs, startedAt }: ExamClock, now: number): number {
  if (startedAt === null) return leftMs;
  return Math.min(leftMs, Math.max(0, leftMs - (now - startedAt)));
}

/** Returns the clock, paused. */
export function pauseClock(clock: ExamClock, now: number): ExamClock {
  return { ...clock, leftMs: timeLeft(clock, now), startedAt: null };
}

/** Returns the clock, running from the time that is left. */
export function resumeClock(clock: ExamClock, now: number): ExamClock {
  return { ...clock, leftMs: timeLeft(clock, now), startedAt: now };
}

/** Writes a time as hours, minutes and seconds (`2:59:04`), rounded up so that it ends with the last second. */
export function writeClock(ms: number): string {
  const seconds = Math.ceil(ms / 1000);
  const two = (value: number) => String(value).padStart(2, '0');
  return `${Math.floor(seconds / 3600)}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`;
}

type ClockStorage = StoredItems<'exam-clock'>;

/** Returns the clock of this tab for a paper, or null. It survives a reload, which a phone may do on its own. */
export function readClock(materialId: string, storage: ClockStorage = tabItems): ExamClock | null {
  try {
    const clock = check(JSON.parse(storage.getItem('exam-clock') ?? 'null'));
    return clock?.materialId === materialId ? clock : null;
  } catch {
    return null;
  }
}

/** Stores the clock of this tab in place of any other; null removes it. */
export function keepClock(clock: ExamClock | null, storage: ClockStorage = tabItems): void {
  try {
    if (clock) storage.setItem('exam-clock', JSON.stringify(clock));
    else storage.removeItem('exam-clock');
  } catch {
    // Storage is not accessible or full: the clock is then lost with the page.
  }
}

function check(found: unknown): ExamClock | null {
  if (typeof found !== 'object' || found === null) return null;
  const { materialId, totalMs, leftMs, startedAt, hidesMarks } = found as Record<string, unknown>;
  const isTime = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value) && value >= 0;
  if (typeof materialId !== 'string' || !isTime(totalMs) || !isTime(leftMs)) return null;
  if (leftMs > totalMs || totalMs > maxTotalMs) return null;
  return {
    materialId,
    totalMs,
    leftMs,
    startedAt: isTime(startedAt) ? startedAt : null,
    hidesMarks: hidesMarks === true,
  };
}
