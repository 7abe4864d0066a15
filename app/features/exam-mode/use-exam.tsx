import { queryOptions, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Material } from '#domain/material.ts';
import { fetchCode } from '#app/features/layout/fetch-code.ts';
import type { Done, Exam } from '#app/features/viewer/viewing-actions.ts';
import { keepClock, pauseClock, readClock, resumeClock, startClock, type ExamClock } from './exam-clock.ts';

/**
 * Returns the exam mode of a paper: a clock with the paper's own time over the viewer, which the viewer renders. It runs on
 * by the time of day, also after a reload, until it is ended.
 */
export function useExam(material: Material, done: Done): Exam {
  const [clock, setClock] = useState<ExamClock | null>(() => readClock(material.id));
  const [isChoosing, setIsChoosing] = useState(false);
  const [isEnding, setIsEnding] = useState(false);
  const shown = clock?.materialId === material.id ? clock : null;
  const { data: code } = useQuery({ ...loadParts(), enabled: shown !== null || isChoosing });

  function change(next: ExamClock | null) {
    setClock(next);
    keepClock(next);
    setIsEnding(false);
  }

  function askToEnd() {
    if (clock) change(pauseClock(clock, Date.now()));
    setIsEnding(true);
  }

  function toggle() {
    if (!shown) setIsChoosing(true);
    else if (isEnding) change(resumeClock(shown, Date.now()));
    else askToEnd();
  }

  function start(minutes: number, hidesMarks: boolean) {
    setIsChoosing(false);
    change(startClock({ materialId: material.id, totalMs: minutes * 60_000, hidesMarks }, Date.now()));
  }

  return {
    isOn: shown !== null,
    toggle,
    part: code && (
      <>
        {shown && <code.ExamBar clock={shown} done={done} isEnding={isEnding} onChange={change} onEnd={askToEnd} />}
        {isChoosing && <code.ExamDialog material={material} onStart={start} onClose={() => setIsChoosing(false)} />}
      </>
    ),
  };
}

/** Loads the code of the clock and its dialog, on first use. */
function loadParts() {
  return queryOptions({
    queryKey: ['dialog-code', 'exam'],
    queryFn: async () => {
      const [{ ExamBar }, { ExamDialog }] = await fetchCode(() =>
        Promise.all([import('./exam-bar.tsx'), import('./exam-dialog.tsx')]),
      );
      return { ExamBar, ExamDialog };
    },
    staleTime: Infinity,
    gcTime: Infinity,
    structuralSharing: false,
    networkMode: 'always',
  });
}
