import { queryOptions, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Material } from '#domain/material.ts';
import { fetchCode } from '#app/features/layout/fetch-code.ts';
import type { Done, Exam } from '#app/features/viewer/viewing-actions.ts';
import { keepClock, readClock, startClock, type ExamClock } from './exam-clock.ts';

/**
 * Returns the exam mode of a paper: a clock with the paper's own time over the viewer, which the viewer renders. It runs on
 * by the time of day, also after a reload, until it is ended.
 */
export function useExam(material: Material, done: Done): Exam {
  const [clock, setClock] = useState<ExamClock | null>(() => readClock(material.id));
  const [isChoosing, setIsChoosing] = useState(false);
  const shown = clock?.materialId === material.id ? clock : null;
  const { data: code } = useQuery({ ...loadParts(), enabled: shown !== null || isChoosing });

  function change(next: ExamClock | null) {
    setClock(next);
    keepClock(next);
  }

  function start(minutes: number) {
    setIsChoosing(false);
    change(startClock(material.id, minutes * 60_000, Date.now()));
  }

  return {
    isOn: shown !== null,
    toggle: () => (shown ? change(null) : setIsChoosing(true)),
    part: code && (
      <>
        {shown && <code.ExamBar clock={shown} done={done} onChange={change} />}
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
