import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { whenIdle } from '#app/features/layout/when-idle.ts';
import { subjectKinds, type SubjectKind } from '#app/features/materials/kind-words.ts';
import { subjectRoutes } from './subject-routes.ts';

/**
 * Loads the other tabs of a subject in advance when the browser is idle: a few kilobytes of code and their first lists,
 * so that they open at once, also offline.
 */
export function useTabPrefetch(kind: SubjectKind, facultyId: string, semesterId: string, subject: string): void {
  const router = useRouter();
  useEffect(
    function fetchOtherTabs() {
      const params = { facultyId, semesterId, subject };
      return whenIdle(() => {
        for (const other of subjectKinds) {
          if (other !== kind) void router.preloadRoute({ to: subjectRoutes[other], params });
        }
      });
    },
    [router, kind, facultyId, semesterId, subject],
  );
}
