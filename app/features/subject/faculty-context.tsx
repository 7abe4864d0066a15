import { useMatches, useNavigate } from '@tanstack/react-router';
import { createContext, useCallback, useContext, useMemo, useState, type ReactNode } from 'react';
import { showToast } from '#app/ui/toast/toast.ts';
import type { FacultySummary } from '#domain/catalogue.ts';
import * as words from '#messages/subject/selection.ts';

/** The part of a faculty that a selection needs. */
export type SelectedFaculty = Pick<FacultySummary, 'id' | 'name'>;

type FacultySelection = {
  /** The faculty in the address, else the faculty that was last selected since the page was loaded, else null. */
  faculty: SelectedFaculty | null;
  /** Selects the faculty, announces it and opens its first semester. */
  selectFaculty: (faculty: FacultySummary) => void;
};

const FacultyContext = createContext<FacultySelection | null>(null);

/**
 * Provides the selected faculty to all pages. The value changes only with the selection: a new value would make React
 * hydrate the rest of the page in one long task.
 */
export function FacultyProvider({ children }: { children: ReactNode }) {
  const [selected, setSelected] = useState<SelectedFaculty | null>(null);
  const navigate = useNavigate();
  const addressed = useMatches({
    select: (matches) => matches.map((match) => match.loaderData).find(namesFaculty)?.faculty ?? null,
    structuralSharing: true,
  });

  const selectFaculty = useCallback(
    (faculty: FacultySummary) => {
      setSelected({ id: faculty.id, name: faculty.name });
      showToast({ title: words.selected, text: words.selectedDetails(faculty.name), tone: 'plain' });
      void navigate({
        to: '/faculty/$facultyId/semester/$semesterId',
        params: { facultyId: faculty.id, semesterId: firstTermId(faculty) },
      });
    },
    [navigate],
  );
  const faculty = addressed ?? selected;
  const selection = useMemo(() => ({ faculty, selectFaculty }), [faculty, selectFaculty]);

  return <FacultyContext value={selection}>{children}</FacultyContext>;
}

/** Returns the selected faculty and a function to select another. */
export function useFaculty(): FacultySelection {
  const selection = useContext(FacultyContext);
  if (!selection) throw new Error('useFaculty must be used within a FacultyProvider');
  return selection;
}

/** Returns the term that opens with a faculty: term 1, or the first one if the catalogue has no term 1. */
export function firstTermId(faculty: FacultySummary): string {
  const first = faculty.terms.find((term) => term.id === '1') ?? faculty.terms[0];
  return first?.id ?? '1';
}

function namesFaculty(data: unknown): data is { faculty: SelectedFaculty } {
  return typeof data === 'object' && data !== null && 'faculty' in data;
}
