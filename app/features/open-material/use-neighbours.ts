import { useQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import type { Calendar } from '#domain/calendar.ts';
import type { Material } from '#domain/material.ts';
import { groupByYear } from '#app/features/materials/group-by-year.ts';
import { subjectListQuery } from '#app/features/materials/material-queries.ts';
import type { Neighbour, Neighbours } from '#app/features/viewer/viewing-actions.ts';
import { replaceSide } from '#app/features/materials/opened-address.ts';
import { useWriteOpened } from './opened-navigation.ts';

/**
 * Returns the papers before and after this one in the list of its subject; undefined for other kinds, and null while the
 * list loads. The list is usually loaded, because visitors open papers from it. Skips the paper that is open next to this
 * one.
 */
export function useNeighbours(
  material: Material,
  calendar: Calendar,
  besideId?: string,
): Neighbours | null | undefined {
  const write = useWriteOpened();
  const router = useRouter();
  const { facultyId, semesterId, subject } = material;
  const query = subjectListQuery(router.options.context.shelf, {
    kind: 'paper',
    place: { facultyId, semesterId, subject },
    calendar,
  });
  const { data: list, isLoading } = useQuery({ ...query, enabled: material.kind === 'paper' });
  if (!list) return isLoading ? null : undefined;
  const papers = groupByYear(list.materials, calendar)
    .flatMap((group) => group.materials)
    .filter(({ id }) => id !== besideId);
  const at = papers.findIndex(({ id }) => id === material.id);
  // On a later part of a long list.
  if (at === -1) return undefined;
  const beside = { newer: papers[at - 1], older: papers[at + 1] };
  return {
    newer: beside.newer ? describePaper(beside.newer, calendar) : null,
    older: beside.older ? describePaper(beside.older, calendar) : null,
    go: (which) => {
      const paper = beside[which];
      if (!paper) return;
      write((opened) => replaceSide(opened, material.id, { id: paper.id, page: 1 }));
    },
  };
}

function describePaper({ title, year, yearBs }: Material, calendar: Calendar): Neighbour {
  return { title, year: String((calendar === 'ad' ? null : yearBs) ?? year ?? '') };
}
