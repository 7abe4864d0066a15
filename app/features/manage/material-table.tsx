import { ArrowDown, ArrowUp, Eye, EyeOff, Pencil, Trash2 } from 'lucide-react';
import type { KeyboardEvent, ReactNode } from 'react';
import { api } from '#contract/addresses.ts';
import type { InventorySort } from '#contract/inventory.ts';
import { isHidden } from '#contract/permissions.ts';
import type { Site } from '#contract/shelf.ts';
import type { FacultySummary } from '#domain/catalogue.ts';
import type { Material, MaterialKind } from '#domain/material.ts';
import { formatDay } from '#app/features/materials/figures.ts';
import { HiddenMark } from '#app/features/materials/hidden-mark.tsx';
import { Badge } from '#app/ui/badge.tsx';
import { Button } from '#app/ui/button.tsx';
import { classes } from '#app/ui/classes.ts';
import { ScrollArea } from '#app/ui/scroll-area.tsx';
import { ServerSentence } from '#app/ui/server-sentence.tsx';
import * as actions from '#messages/actions.ts';
import * as words from '#messages/manage/list.ts';
import * as nouns from '#messages/nouns.ts';
import { HidingWords } from './hidden-and-trash.tsx';
import { facultyName, termName } from './place-names.ts';
import type { Hidings } from './shelf-records.ts';
import type { InventoryOrder } from './inventory-client.ts';
import { extendSelection, isSelected, selectRange, toggleRow, type Selection } from './selection.ts';
import { yearWords } from '#messages/years.ts';
import { kindNames } from '#messages/kinds.ts';
import { langOf } from '#app/ui/lang-of.ts';

type MaterialTableProps = {
  /** Null for all kinds. */
  kind: MaterialKind | null;
  label: string;
  materials: readonly Material[];
  faculties: readonly FacultySummary[];
  site: Site;
  isBusy: (id: string) => boolean;
  /** Time and reason for hidden materials; empty until loaded. */
  hidings: Hidings;
  /** Warnings about the files of materials, by id. */
  warnings: ReadonlyMap<string, string>;
  order: InventoryOrder;
  onOrder: (order: InventoryOrder) => void;
  selection: Selection;
  onSelect: (selection: Selection) => void;
  onEdit: (material: Material) => void;
  /** Opens the dialog that asks for the reason. */
  onHide: (material: Material) => void;
  onShow: (material: Material) => void;
  onDelete: (material: Material) => void;
};

type Column = {
  name: string;
  /** Set only for columns that the table can be sorted by. */
  sort?: InventorySort;
  /** Returns false if the table of that kind has no such column. */
  isFor?: (kind: MaterialKind | null) => boolean;
} & (
  | ({ value: (row: MaterialRowProps) => ReactNode } & CellLayout)
  /** Renders the whole `td`. */
  | { Cell: (row: MaterialRowProps) => ReactNode }
);

/** The columns, with their heads and cells. */
const columns: readonly Column[] = [
  { name: nouns.title, sort: 'title', Cell: TitleCell },
  { name: nouns.kind, sort: 'kind', isFor: (kind) => kind === null, value: ({ material }) => kindNames[material.kind] },
  {
    name: nouns.faculty,
    sort: 'faculty',
    value: ({ faculties, material }) => facultyName(faculties, material.facultyId),
  },
  {
    name: nouns.semester,
    sort: 'term',
    isOneLine: true,
    value: ({ faculties, material }) => termName(faculties, material.facultyId, material.semesterId),
  },
  { name: nouns.subject, sort: 'subject', isRoomy: true, value: ({ material }) => material.subject },
  {
    name: nouns.year,
    sort: 'year',
    isFor: (kind) => kind === null || kind === 'paper',
    isOneLine: true,
    value: ({ material, site }) => yearWords(material, site.calendar),
  },
  {
    name: words.uploaded,
    sort: 'uploaded',
    isOneLine: true,
    value: ({ material, site }) => (
      <time dateTime={material.createdAt}>{formatDay(material.createdAt, site.timeZone)}</time>
    ),
  },
  { name: words.rowActions, Cell: RowActions },
];

/** Renders materials as a table; on small screens each row is a card. */
export function MaterialTable({ kind, label, materials, faculties, site, ...rest }: MaterialTableProps) {
  const page = materials.map(({ id }) => id);
  const shown = columns.filter(({ isFor }) => isFor?.(kind) ?? true);
  return (
    <ScrollArea
      label={words.scrollsSideways(label)}
      className="lg:rounded-card lg:border lg:border-hairline lg:bg-card"
    >
      <table aria-label={label} className="block w-full text-start text-sm lg:table">
        <thead className="sr-only lg:not-sr-only lg:table-header-group">
          <tr className="border-b border-hairline text-muted">
            {shown.map((column) => (
              <ColumnHead key={column.name} column={column} order={rest.order} onOrder={rest.onOrder} />
            ))}
          </tr>
        </thead>
        <tbody className="grid grid-cols-1 gap-3 lg:table-row-group">
          {materials.map((material) => (
            <MaterialRow key={material.id} shown={shown} {...{ material, page, faculties, site }} {...rest} />
          ))}
        </tbody>
      </table>
    </ScrollArea>
  );
}

type ColumnHeadProps = { column: Column } & Pick<MaterialTableProps, 'order' | 'onOrder'>;

/**
 * Heading that sorts by its column when pressed, and reverses the order when pressed again. Cards are sorted by the
 * select above the list.
 */
function ColumnHead({ column: { name, sort }, order, onOrder }: ColumnHeadProps) {
  const isSorted = sort !== undefined && order.sort === sort;
  const Arrow = order.direction === 'asc' ? ArrowUp : ArrowDown;
  const press = () => {
    const first = sort === 'uploaded' || sort === 'year' ? 'desc' : 'asc';
    const other = order.direction === 'asc' ? 'desc' : 'asc';
    if (sort) onOrder({ sort, direction: isSorted ? other : first });
  };
  return (
    <th
      scope="col"
      aria-sort={isSorted ? (order.direction === 'asc' ? 'ascending' : 'descending') : undefined}
      className={classes('px-3 font-medium first:ps-4 last:pe-4 last:text-end', !sort && 'py-3')}
    >
      {sort ? (
        <>
          <span className="lg:hidden">{name}</span>
          <button
            type="button"
            onClick={press}
            className="-mx-2 hidden min-h-11 items-center gap-1 rounded-card px-2 hover:text-accent lg:inline-flex"
          >
            {name}
            {isSorted && <Arrow aria-hidden="true" className="size-4" />}
          </button>
        </>
      ) : (
        name
      )}
    </th>
  );
}

type MaterialRowProps = Omit<MaterialTableProps, 'kind' | 'label' | 'materials' | 'order' | 'onOrder'> & {
  material: Material;
  /** Ids of the rows of this page. */
  page: readonly string[];
};

function MaterialRow({ shown, ...row }: MaterialRowProps & { shown: readonly Column[] }) {
  return (
    <tr
      data-material={row.material.id}
      className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 gap-y-1.5 rounded-card border border-hairline bg-card p-4 lg:table-row lg:rounded-none lg:border-0 lg:not-last:border-b lg:hover:bg-sunken"
    >
      {shown.map((column) =>
        'Cell' in column ? (
          <column.Cell key={column.name} {...row} />
        ) : (
          <ValueCell key={column.name} {...column}>
            {column.value(row)}
          </ValueCell>
        ),
      )}
    </tr>
  );
}

function TitleCell(row: MaterialRowProps) {
  const { material, site } = row;
  const isOffSite = isHidden(material.permissions);
  const hiding = row.hidings.get(material.id);
  const warning = row.warnings.get(material.id);
  return (
    <td className="col-span-2 pb-1 wrap-anywhere lg:w-[30%] lg:py-1 lg:ps-2 lg:pe-3">
      <div className="flex items-center gap-1">
        <RowCheckbox {...row} />
        <div className="min-w-0">
          <a
            href={api.filePreview(site.ids, material.fileId)}
            target="_blank"
            rel="noopener"
            className="text-base font-medium text-accent underline-offset-4 hover:underline lg:text-sm"
          >
            <bdi lang={langOf(material.title)}>{material.title}</bdi>
          </a>
          {material.isSample && (
            <>
              {' '}
              <Badge>{nouns.sample}</Badge>
            </>
          )}
          {isOffSite && (
            <>
              {' '}
              <HiddenMark material={material} />
            </>
          )}
          {isOffSite && hiding && (
            <HidingWords
              hiding={hiding}
              timeZone={site.timeZone}
              className="block pt-1 text-sm text-muted lg:text-xs"
            />
          )}
          {warning !== undefined && (
            <p className="pt-1 text-sm text-muted lg:text-xs">
              <ServerSentence>{warning}</ServerSentence>
            </p>
          )}
        </div>
      </div>
    </td>
  );
}

function RowActions({ material, isBusy, onEdit, onHide, onShow, onDelete }: MaterialRowProps) {
  const isOffSite = isHidden(material.permissions);
  return (
    <td className="col-span-2 -mb-2 pt-1 text-end lg:py-1 lg:ps-3 lg:pe-2 lg:whitespace-nowrap">
      <Button
        variant="ghost"
        size="icon"
        aria-label={words.edit(material.title)}
        data-tooltip={actions.edit}
        onClick={() => onEdit(material)}
      >
        <Pencil aria-hidden="true" className="size-[1.15rem]" />
      </Button>
      {/* One button for both, and never disabled, so that it does not lose the focus. */}
      <Button
        variant="ghost"
        size="icon"
        aria-label={isOffSite ? words.showAgainTitle(material.title) : words.hide(material.title)}
        aria-disabled={isBusy(material.id) || undefined}
        data-tooltip={isOffSite ? words.showAgain : actions.hide}
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
        aria-label={words.deleteTitle(material.title)}
        data-tooltip={actions.deleteIt}
        disabled={isBusy(material.id)}
        className="text-danger!"
        onClick={() => onDelete(material)}
      >
        <Trash2 aria-hidden="true" className="size-[1.15rem]" />
      </Button>
    </td>
  );
}

/**
 * Selects a row; with Shift, all rows from the last selected one. The arrow keys move from row to row, and with Shift
 * also select.
 */
function RowCheckbox({ material, page, selection, onSelect }: MaterialRowProps) {
  function move(event: KeyboardEvent<HTMLInputElement>) {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step === undefined) return;
    const boxes = [
      ...(event.currentTarget.closest('table')?.querySelectorAll<HTMLInputElement>('[data-select]') ?? []),
    ];
    const next = boxes[boxes.indexOf(event.currentTarget) + step];
    event.preventDefault();
    if (!next) return;
    next.focus();
    if (event.shiftKey) onSelect(extendSelection(selection, material.id, next.dataset['select'] ?? '', page));
  }

  return (
    <label className="-ms-2 grid size-11 shrink-0 place-items-center lg:ms-0">
      <input
        type="checkbox"
        data-select={material.id}
        aria-label={words.select(material.title)}
        checked={isSelected(selection, material.id)}
        onChange={({ nativeEvent }) => {
          const isRange = nativeEvent instanceof MouseEvent && nativeEvent.shiftKey;
          onSelect((isRange ? selectRange : toggleRow)(selection, material.id, page));
        }}
        onKeyDown={move}
        className="size-5 accent-accent"
      />
    </label>
  );
}

type CellLayout = {
  isOneLine?: boolean;
  /** For long words, which may break anywhere. The column does not get narrower to make space for others. */
  isRoomy?: boolean;
};

type ValueCellProps = CellLayout & { name: string; children: ReactNode };

/** Renders one value; on a card the name of its column is next to it. */
function ValueCell({ name, isOneLine = false, isRoomy = false, children }: ValueCellProps) {
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
