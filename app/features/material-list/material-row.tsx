import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { ContractIds } from '#contract/addresses.ts';
import type { Material } from '#domain/material.ts';
import { OpenMaterialButton } from '#app/features/open-material/open-material.tsx';
import { Badge } from '#app/ui/badge.tsx';
import { buttonStyle } from '#app/ui/button.tsx';
import { cardStyle } from '#app/ui/card.tsx';
import { DoneToggle } from '#app/features/my-reading/done-toggle.tsx';
import { describeFile } from '#app/features/materials/figures.ts';
import { HiddenMark } from '#app/features/materials/hidden-mark.tsx';
import { KindTile } from '#app/features/materials/kind-icon.tsx';
import { PrintedAddress, DownloadLink, FilePassword } from '#app/features/materials/material-file.tsx';

/** Renders the list around `MaterialRow`s. */
export function MaterialRows({ children }: { children: ReactNode }) {
  return <ul className={`${cardStyle} divide-y divide-hairline`}>{children}</ul>;
}

type MaterialRowProps = {
  material: Material;
  ids: ContractIds;
  /** The label of the button that opens it. */
  label: 'View' | 'Read';
  /** Comes first in the line below the title, for example the upload date. */
  about?: string;
};

/**
 * Renders a material in a list. Pressing it anywhere opens it, except on the description of its file, which links to its own
 * page, and on Download.
 */
export function MaterialRow({ material, ids, label, about }: MaterialRowProps) {
  const file = describeFile(material);
  return (
    <li
      data-material={material.id}
      className="group/row relative flex min-h-14 flex-wrap items-center gap-x-1 py-1.5 pr-1 pl-2.5 sm:min-h-16 sm:gap-x-3 sm:pr-3 sm:pl-4 print:p-2"
    >
      <KindTile kind={material.kind} className="no-print max-sm:hidden" />
      {material.kind === 'paper' && (
        <DoneToggle id={material.id} title={material.title} className="max-sm:w-9 max-sm:-ml-2 z-1 sm:-mx-2" />
      )}
      <div className="min-w-0 flex-1 basis-28">
        <h3 className="font-sans text-sm leading-tight font-medium tracking-normal text-pretty group-hover/row:text-accent sm:text-base sm:leading-snug">
          <bdi>{material.title}</bdi>
        </h3>
        <PrintedAddress material={material} />
        <p className="mt-0.5 flex flex-wrap items-center gap-x-1.5 text-xs text-muted">
          {about && <span>{about}</span>}{' '}
          <Link
            to="/material/$id"
            params={{ id: material.id }}
            aria-label={`Details of ${material.title}: ${file}`}
            className="relative z-1 underline decoration-edge decoration-dotted underline-offset-3 after:absolute after:-inset-x-1.5 after:-inset-y-2.5 hover:text-accent"
          >
            {file.startsWith('PDF, ') ? (
              <>
                <span className="max-sm:hidden">PDF, </span>
                {file.slice(5)}
              </>
            ) : (
              file
            )}
          </Link>
          <FilePassword material={material} className="relative z-1" />
          {material.isSample && <Badge>Sample</Badge>}
          <HiddenMark material={material} />
        </p>
      </div>
      {/* Laid out from the right, so that the first button stays in place while the rest of the page loads. */}
      <div className="flex flex-row-reverse items-center sm:gap-1">
        <OpenMaterialButton
          material={material}
          label={label}
          className={`${buttonStyle('secondary', 'small')} static! after:absolute after:inset-0 max-sm:min-w-0 max-sm:px-2`}
        />
        <DownloadLink material={material} ids={ids} isCompact="on phones" />
      </div>
    </li>
  );
}
