import { useQuery } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { useState } from 'react';
import type { YearCountsAnswer } from '#contract/schemas/answer-types.ts';
import { api } from '#contract/addresses.ts';
import type { Shelf } from '#contract/shelf.ts';
import type { Faculty, FacultySummary } from '#domain/catalogue.ts';
import { yearChoices, type MaterialKind } from '#domain/material.ts';
import { yearAt } from '#app/features/layout/year-at.ts';
import { useLiveList } from '#app/features/live/use-live-list.ts';
import { useAdminSession } from '#app/features/session/admin-session.tsx';
import { isWorthRetrying } from '#app/features/session/library-problem.ts';
import { ProblemText } from '#app/features/session/problem-text.tsx';
import { Button } from '#app/ui/button.tsx';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { Field } from '#app/ui/field.tsx';
import { Notice } from '#app/ui/notice.tsx';
import { saveText } from '#app/ui/save-text.ts';
import { Select } from '#app/ui/select.tsx';
import { SkeletonRows } from '#app/ui/skeleton.tsx';
import { TryAgain } from '#app/ui/try-again.tsx';
import * as words from '#messages/coverage.ts';
import * as nouns from '#messages/nouns.ts';
import { writeCoverageCsv } from './coverage-words.ts';
import { CoverageGrid, type PressedCell } from './coverage-grid.tsx';
import { coverageMemory } from './coverage-memory.ts';
import { makeCoverageTable } from './coverage-table.ts';

/** A cell and its year. `year` is one year, the list of the table's years for the cell of all other years, or null. */
export type CoveragePlace = {
  kind: MaterialKind;
  facultyId: string;
  semesterId: string;
  subject: string;
  years: { only: number } | { except: readonly [number, number] } | null;
};

type CoveragePanelProps = {
  shelf: Shelf;
  faculties: readonly FacultySummary[];
  /** Uploads a missing material of the cell. */
  onUpload: (place: CoveragePlace) => void;
  /** Shows the materials of the cell. */
  onShow: (place: CoveragePlace) => void;
  /** Shows the notices. */
  onShowNotices: () => void;
};

/** Renders the tab 'What Is Missing': which papers, notes and revision materials each subject of a faculty has. */
export function CoveragePanel({ shelf, faculties, onUpload, onShow, onShowNotices }: CoveragePanelProps) {
  const [facultyId, setFacultyId] = useState(() => coverageMemory.findFaculty(faculties));
  return (
    <div className="grid grid-cols-1 gap-4">
      <div className="flex flex-wrap items-end gap-x-6 gap-y-3">
        <Field label={nouns.faculty} className="w-full sm:w-72">
          {(control) => (
            <Select
              {...control}
              value={facultyId}
              options={faculties.map(({ id, name }) => ({ value: id, label: name }))}
              onChange={({ currentTarget }) => {
                coverageMemory.keepFaculty(currentTarget.value);
                setFacultyId(currentTarget.value);
              }}
            />
          )}
        </Field>
        <p className="min-w-0 flex-1 basis-72 text-sm text-muted">{words.chooseCell}</p>
      </div>
      <FacultyCoverage key={facultyId} {...{ shelf, facultyId, onUpload, onShow, onShowNotices }} />
    </div>
  );
}

type FacultyCoverageProps = Omit<CoveragePanelProps, 'faculties'> & { facultyId: string };

function FacultyCoverage({ shelf, facultyId, onUpload, onShow, onShowNotices }: FacultyCoverageProps) {
  const { client, callSignedIn } = useAdminSession();
  const faculty = useQuery({
    queryKey: ['faculty', facultyId],
    queryFn: () => shelf.findFaculty(facultyId),
    staleTime: Infinity,
  });
  const queryKey = ['manage', 'coverage', facultyId];
  const address = api.countsByYear(facultyId);
  const counts = useQuery({
    queryKey,
    queryFn: () => callSignedIn((): Promise<YearCountsAnswer> => client.call('get', new URL(address, location.origin))),
    staleTime: 0,
    retry: isWorthRetrying,
  });
  useLiveList({ kinds: ['paper', 'note', 'revision'], place: { facultyId }, queryKey });
  const failed = [faculty, counts].find((query) => query.isError && !query.data);
  if (failed) {
    return (
      <EmptyState text={<ProblemText error={failed.error} />}>
        <TryAgain busy={failed.isFetching} onTry={failed.refetch} />
      </EmptyState>
    );
  }
  if (!faculty.data || !counts.data) return <SkeletonRows rowClassName="h-12" />;
  return <Coverage faculty={faculty.data} counts={counts.data} {...{ onUpload, onShow, onShowNotices }} />;
}

type CoverageProps = Omit<FacultyCoverageProps, 'shelf' | 'facultyId'> & { faculty: Faculty; counts: YearCountsAnswer };

function Coverage({ faculty, counts, onUpload, onShow, onShowNotices }: CoverageProps) {
  const { site } = useAdminSession();
  const [years] = useState(() => yearChoices(yearAt(site.timeZone)));
  const table = makeCoverageTable(faculty, counts, years);

  function handlePress({ term, row, column, amount }: PressedCell) {
    const place = { facultyId: faculty.id, semesterId: term.id, subject: row.subject };
    const kind = column.type === 'kind' ? column.kind : 'paper';
    const inTable = [Math.min(...years), Math.max(...years)] as const;
    const ofType = {
      year: () => ({ only: Number(column.key) }),
      others: () => ({ except: inTable }),
      kind: () => null,
    };
    const open = amount.count > 0 ? onShow : onUpload;
    open({ ...place, kind, years: ofType[column.type]() });
  }

  return (
    <>
      <p aria-live="polite" className="text-sm">
        {words.papersThere(
          <strong key="count" className="font-medium">
            {words.thereOf(table.yearsThere, table.yearsTotal)}
          </strong>,
        )}
      </p>
      {table.misplaced > 0 && (
        <Notice
          tone="warning"
          action={
            <Button variant="secondary" size="small" onClick={onShowNotices}>
              {words.showThem}
            </Button>
          }
        >
          {words.misplaced(table.misplaced)}
        </Notice>
      )}
      <CoverageGrid
        label={words.materialsOf(faculty.name)}
        table={table}
        facultyId={faculty.id}
        onPress={handlePress}
      />
      <Button
        variant="secondary"
        size="small"
        className="mx-auto"
        onClick={() => saveText(words.fileName(faculty.name), writeCoverageCsv(table, site.calendar))}
      >
        <Download aria-hidden="true" className="size-4" />
        {words.downloadTable}
      </Button>
    </>
  );
}
