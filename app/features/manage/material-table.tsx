import { Eye, EyeOff, Pencil, Trash2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { api } from '#contract/addresses.ts';
import { isHidden } from '#contract/permissions.ts';
import type { Site } from '#contract/shelf.ts';
import { yearWords } from '#domain/calendar.ts';
import type { FacultySummary } from '#domain/catalogue.ts';
import type { Material, MaterialKind } from '#domain/material.ts';
import { formatDay } from '#app/features/materials/figures.ts';
import { HiddenMark } from '#app/features/materials/hidden-mark.tsx';
import { Badge } from '#app/ui/badge.tsx';
import { Button } from '#app/ui/button.tsx';
import { classes } from '#app/ui/classes.ts';
import { ScrollArea } from '#app/ui/scroll-area.tsx';
import { HidingWords } from './hiding-words.tsx';
import { facultyName, termName } from './place-names.ts';
import type { Hidings } from './hiding-records.ts';

type MaterialTableProps = {
  kind: MaterialKind;
  label: string;
  materials: readonly Material[];
  faculties: readonly FacultySummary[];
  site: Site;
  isBusy: (id: string) => boolean;
  /** Since when and why those that are hidden are; empty until that is loaded. */
  hidings: Hidings;
  onEdit: (material: Material) => void;
  /** Asks for a reason. */
  onHide: (material: Material) => void;
  onShow: (material: Material) => void;
  onDelete: (material: Material) => void;
};

/** The materials of a kind as a table; on small screens each row is a card. */
export function MaterialTable({ kind, label, materials, faculties, site, ...rest }: MaterialTableProps) {
  const columns = [
    'Title',
    'Faculty',
    'Semester',
    'Subject',
    ...(kind === 'paper' ? ['Year'] : []),
    'Uploaded',
    'Actions',
  ];
  return (
    <ScrollArea
      label={`${label}, scrolls sideways`}
      className="lg:rounded-card lg:border lg:border-hairline lg:bg-card"
    >
      <table aria-label={label} className="block w-full text-left text-sm lg:table">
        <thead className="sr-only lg:not-sr-only lg:table-header-group">
          <tr className="border-b border-hairline text-muted">
            {columns.map((column) => (
              <th key={column} scope="col" className="px-3 py-3 font-medium first:pl-4 last:pr-4 last:text-right">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="grid grid-cols-1 gap-3 lg:table-row-group">
          {materials.map((material) => (
            <MaterialRow key={material.id} {...{ kind, material, faculties, site }} {...rest} />
          ))}
        </tbody>
      </table>
    </ScrollArea>
  );
}

type MaterialRowProps = Omit<MaterialTableProps, 'label' | 'materials'> & { material: Material };

function MaterialRow(props: MaterialRowProps) {
  const { kind, material, faculties, site, hidings, isBusy, onEdit, onHide, onShow, onDelete } = props;
  const isOffSite = isHidden(material.permissions);
  const hiding = hidings.get(material.id);
  return (
    <tr
      data-material={material.id}
      className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 gap-y-1.5 rounded-card border border-hairline bg-card p-4 lg:table-row lg:rounded-none lg:border-0 lg:not-last:border-b lg:hover:bg-sunken"
    >
      <td className="col-span-2 pb-1 wrap-anywhere lg:w-[30%] lg:py-2 lg:pr-3 lg:pl-4">
        <a
          href={api.filePreview(site.ids, material.fileId)}
          target="_blank"
          rel="noopener"
          className="text-base font-medium text-accent underline-offset-4 hover:underline lg:text-sm"
        >
          <bdi>{material.title}</bdi>
        </a>
        {material.isSample && (
          <>
            {' '}
            <Badge>Sample</Badge>
          </>
        )}
        {isOffSite && (
          <>
            {' '}
            <HiddenMark material={material} />
          </>
        )}
        {isOffSite && hiding && (
          <HidingWords hiding={hiding} timeZone={site.timeZone} className="block pt-1 text-sm text-muted lg:text-xs" />
        )}
      </td>
      <Cell name="Faculty">{facultyName(faculties, material.facultyId)}</Cell>
      <Cell name="Semester" isOneLine>
        {termName(faculties, material.facultyId, material.semesterId)}
      </Cell>
      <Cell name="Subject" isRoomy>
        {material.subject}
      </Cell>
      {kind === 'paper' && <Cell name="Year">{yearWords(material, site.calendar)}</Cell>}
      <Cell name="Uploaded" isOneLine>
        <time dateTime={material.createdAt}>{formatDay(material.createdAt, site.timeZone)}</time>
      </Cell>
      <td className="col-span-2 -mb-2 pt-1 text-right lg:py-1 lg:pr-2 lg:pl-3 lg:whitespace-nowrap">
        <Button
          variant="ghost"
          size="icon"
          aria-label={`Edit ${material.title}`}
          data-tooltip="Edit"
          onClick={() => onEdit(material)}
        >
          <Pencil aria-hidden="true" className="size-[1.15rem]" />
        </Button>
        {/* One button for both, and never disabled, so that it keeps the focus. */}
        <Button
          variant="ghost"
          size="icon"
          aria-label={`${isOffSite ? 'Show again:' : 'Hide'} ${material.title}`}
          aria-disabled={isBusy(material.id) || undefined}
          data-tooltip={isOffSite ? 'Show again' : 'Hide'}
          onClick={() => {
            if (!isBusy(material.id)) (isOffSite ? onShow : onHide)(material);
          }}
        >
          {isOffSite ? (
            <Eye aria-hidden="true" className="size-[1.15rem]" />
          ) : (
            <EyeOff aria-hidden="true" className="size-[1.15rem]" />
          )}
        </Button>
        <Button
          variant="ghost"
          size="icon"
          aria-label={`Delete ${material.title}`}
          data-tooltip="Delete"
          disabled={isBusy(material.id)}
          className="text-danger!"
          onClick={() => onDelete(material)}
        >
          <Trash2 aria-hidden="true" className="size-[1.15rem]" />
        </Button>
      </td>
    </tr>
  );
}

type CellProps = {
  name: string;
  isOneLine?: boolean;
  /** For long words, which may break anywhere; other columns do not make it narrower. */
  isRoomy?: boolean;
  children: ReactNode;
};

/** One value; on a card its column's name is beside it. */
function Cell({ name, isOneLine = false, isRoomy = false, children }: CellProps) {
  return (
    <td
      className={classes(
        'col-span-2 grid grid-cols-subgrid lg:table-cell lg:px-3 lg:py-2',
        isRoomy && 'wrap-anywhere lg:min-w-44',
      )}
    >
      <span aria-hidden="true" className="text-muted lg:hidden">
        {name}
      </span>
      <span className={isOneLine ? 'lg:whitespace-nowrap' : undefined}>{children}</span>
    </td>
  );
}
