import type { ReactNode } from 'react';
import type { ContractIds } from '#contract/addresses.ts';
import type { Material } from '#domain/material.ts';
import { SavedMark } from '#app/features/offline-files/saved-mark.tsx';
import { OpenMaterialButton } from '#app/features/open-material/open-material.tsx';
import { Badge } from '#app/ui/badge.tsx';
import { buttonStyle } from '#app/ui/button.tsx';
import { cardStyle } from '#app/ui/card.tsx';
import { DoneToggle } from '#app/features/my-reading/done-toggle.tsx';
import { describeFile } from '#app/features/materials/figures.ts';
import { HiddenMark } from '#app/features/materials/hidden-mark.tsx';
import { KindTile } from '#app/features/materials/kind-icon.tsx';
import { shortenTitle } from '#app/features/materials/short-title.ts';
import { pdf } from '#messages/materials/figures.ts';
import * as nouns from '#messages/nouns.ts';
import { MoreButton } from './more-button.tsx';
import { PrintedAddress, DownloadLink, FilePassword } from '#app/features/materials/material-file.tsx';
import { kindNames } from '#messages/kinds.ts';
import { langOf } from '#app/ui/lang-of.ts';

/** Renders the list around `MaterialRow`s. */
export function MaterialRows({ children }: { children: ReactNode }) {
  return <ul className={`${cardStyle} divide-y divide-hairline`}>{children}</ul>;
}

type MaterialRowProps = {
  material: Material;
  ids: ContractIds;
  /** The label of the button that opens the material. */
  label: string;
  /** Comes first in the line below the title, for example the upload date. */
  about?: string;
};

/** Columns of the buttons, so that each is in its place before the ones after it have loaded. */
const buttonColumns = {
  paper: 'grid-cols-[auto_auto_2.75rem_2.75rem]',
  other: 'grid-cols-[auto_auto_0_2.75rem]',
};

/**
 * Renders a material in a list of its subject, without the subject and the year in its title. Pressing it anywhere opens
 * it, except on its other buttons.
 */
export function MaterialRow({ material, ids, label, about }: MaterialRowProps) {
  const isPaper = material.kind === 'paper';
  return (
    <li
      data-material={material.id}
      className="group/row relative flex min-h-14 items-center gap-x-1 py-1.5 ps-2.5 pe-1 max-[20rem]:flex-wrap sm:min-h-16 sm:gap-x-3 sm:ps-4 sm:pe-3 print:p-2"
    >
      <KindTile kind={material.kind} className="no-print max-lg:hidden" />
      <div className="min-w-0 flex-1 basis-28">
        <h3 className="font-sans text-sm leading-tight font-medium tracking-normal text-pretty group-hover/row:text-accent sm:text-base sm:leading-snug">
          <RowTitle material={material} />
        </h3>
        <PrintedAddress material={material} />
        <p className="mt-0.5 flex flex-wrap items-center gap-x-1.5 text-xs text-muted">
          {about && <span>{about}</span>} <FileFacts file={describeFile(material)} />
          <FilePassword material={material} className="relative z-1" />
          {material.isSample && <Badge>{nouns.sample}</Badge>}
          <HiddenMark material={material} />
          <SavedMark id={material.id} />
        </p>
      </div>
      {/* Shown from the left in another order than they come, because View is the first for the keyboard. */}
      <div
        className={`no-print ms-auto grid items-center max-[20rem]:flex max-[20rem]:flex-wrap min-[20rem]:shrink-0 sm:gap-x-1 ${buttonColumns[isPaper ? 'paper' : 'other']}`}
      >
        <OpenMaterialButton
          material={material}
          label={label}
          className={`${buttonStyle('secondary', 'small')} static! col-start-2 row-start-1 after:absolute after:inset-0 max-sm:min-w-0 max-sm:px-2`}
        />
        <DownloadLink
          material={material}
          ids={ids}
          isCompact="on small screens"
          className={`relative z-1 col-start-1 row-start-1 ${isPaper ? 'max-sm:hidden' : ''}`}
        />
        {isPaper && (
          <DoneToggle id={material.id} title={material.title} className="relative z-1 col-start-3 row-start-1" />
        )}
        <MoreButton material={material} ids={ids} className="col-start-4 row-start-1" />
      </div>
    </li>
  );
}

/** Renders the whole title for screen readers, print and copying, of which only the short form is visible. */
function RowTitle({ material }: { material: Material }) {
  const { before, shown, after } = shortenTitle(material);
  const hidden = 'sr-only print:not-sr-only';
  return (
    <bdi lang={langOf(material.title)}>
      {before && <span className={hidden}>{before}</span>}
      {shown || (
        <span aria-hidden="true" className="print:hidden">
          {kindNames[material.kind]}
        </span>
      )}
      {/* A browser may leave out a space at the beginning of an element. */}
      {after && (
        <>
          {' '}
          <span className={hidden}>{after.trimStart()}</span>
        </>
      )}
    </bdi>
  );
}

/** Renders the type, pages and size of a file; on small screens the type only if it isn't a PDF. */
function FileFacts({ file }: { file: string }) {
  if (!file.startsWith(pdf)) return <span>{file}</span>;
  return (
    <span>
      <span className="max-lg:hidden">{pdf}</span>
      {file.slice(pdf.length)}
    </span>
  );
}
