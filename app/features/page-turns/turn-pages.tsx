import { ChevronLeft, ChevronRight, ImageOff, RotateCcw, RotateCw } from 'lucide-react';
import { useState, type KeyboardEvent } from 'react';
import type { MaterialTextAnswer } from '#contract/schemas/answer-types.ts';
import { api } from '#contract/addresses.ts';
import { panelApi } from '#contract/panel-addresses.ts';
import type { Material } from '#domain/material.ts';
import { latinDigits } from '#domain/text/latin-digits.ts';
import { usePicture } from '#app/features/materials/use-picture.ts';
import { useAdminSession } from '#app/features/session/admin-session.tsx';
import { explainProblem } from '#app/features/session/library-problem.ts';
import { Button } from '#app/ui/button.tsx';
import { Checkbox } from '#app/ui/checkbox.tsx';
import { Disclosure } from '#app/ui/disclosure.tsx';
import { TextInput } from '#app/ui/text-input.tsx';
import { showToast } from '#app/ui/toast/toast.ts';
import * as words from '#messages/page-turns.ts';
import { turnedBy } from './turned-by.ts';

type TurnedMaterial = Pick<Material, 'id' | 'fileId' | 'title' | 'pageCount'>;

/** Rotates pages of a PDF that are shown upside down or on their side. Renders nothing for other files. */
export function TurnPages({ material }: { material: TurnedMaterial }) {
  if (material.pageCount === null) return null;
  return (
    <section aria-label={words.rotatePages} className="text-sm">
      <Disclosure summary={words.rotatePages}>
        <PageTurner material={material} pageCount={material.pageCount} />
      </Disclosure>
    </section>
  );
}

const turns = [
  { label: words.rotateLeft, degrees: 270, Icon: RotateCcw },
  { label: words.rotateRight, degrees: 90, Icon: RotateCw },
] as const;

function PageTurner({ material, pageCount }: { material: TurnedMaterial; pageCount: number }) {
  const [page, setPage] = useState(1);
  const [isAll, setAll] = useState(false);
  const { turn, isBusy, version, said } = useTurning(material, page);
  return (
    <div className="mt-4 grid gap-3">
      <p className="text-muted">{words.purpose}</p>
      <div className="flex flex-wrap items-start gap-4">
        <PagePicture key={version} fileId={material.fileId} page={page} />
        <div className="grid min-w-0 flex-1 basis-56 gap-3">
          {pageCount > 1 && (
            <>
              <PageChooser page={page} pageCount={pageCount} onPage={setPage} />
              <Checkbox
                label={words.rotateAll(pageCount)}
                checked={isAll}
                onChange={(event) => setAll(event.target.checked)}
              />
            </>
          )}
          <div className="flex flex-wrap gap-2">
            {turns.map(({ label, degrees, Icon }) => (
              <Button
                key={label}
                variant="secondary"
                busy={isBusy}
                onClick={() => void turn(isAll ? { first: 1, last: pageCount } : { first: page, last: page }, degrees)}
              >
                <Icon aria-hidden="true" className="size-4" />
                {label}
              </Button>
            ))}
          </div>
          <output className="min-h-5 text-muted">{said}</output>
        </div>
      </div>
    </div>
  );
}

type Range = { first: number; last: number };

/** Rotates pages at once; `version` increases with each rotation, so that the picture of the page `shown` is loaded again. */
function useTurning({ id, fileId }: TurnedMaterial, shown: number) {
  const { client, callSignedIn, site } = useAdminSession();
  const [state, setState] = useState({ isBusy: false, version: 0, said: '' });
  async function turn(range: Range, degrees: 90 | 270): Promise<void> {
    setState((before) => ({ ...before, isBusy: true }));
    try {
      const address = new URL(panelApi.turnPages(fileId), location.origin);
      const headers = { 'content-type': 'application/json' };
      await callSignedIn(async () => {
        // Reads the current rotations, because text recognition may have rotated pages after the form was opened.
        const now = (await client.call('get', new URL(api.materialText(id), location.origin))) as Turned;
        await client.call('put', address, headers, { turned: turnedBy(now.turned, range, degrees) });
      });
      // Without this the browser would show its cached pictures for some minutes more.
      const seen = [
        pictureOf(site.ids, fileId, shown),
        ...[320, 640].map((width) => api.filePicture(site.ids, fileId, width)),
      ];
      await Promise.allSettled(seen.map((picture) => fetch(picture, { cache: 'reload' })));
      const said = range.first === range.last ? words.pageRotated(range.first) : words.allRotated;
      setState(({ version }) => ({ isBusy: false, version: version + 1, said }));
    } catch (error) {
      console.error('pages could not be rotated', error);
      showToast({ tone: 'destructive', title: words.notRotated, text: explainProblem(error) });
      setState((before) => ({ ...before, isBusy: false }));
    }
  }

  return { ...state, turn };
}

type Turned = Pick<MaterialTextAnswer, 'turned'>;

const pictureOf = (ids: Parameters<typeof api.filePicture>[0], fileId: string, page: number) =>
  `${api.filePicture(ids, fileId, 320)}&page=${page}`;

function PagePicture({ fileId, page }: { fileId: string; page: number }) {
  const { site } = useAdminSession();
  const src = pictureOf(site.ids, fileId, page);
  const { isFailed, attributes } = usePicture({ src, srcSet: '', sizes: '' });
  return (
    <span className="flex size-48 shrink-0 items-center justify-center border border-hairline bg-sunken">
      {isFailed ? (
        <ImageOff aria-hidden="true" className="size-8 text-muted" />
      ) : (
        <img {...attributes} alt={words.pageShown(page)} className="size-full object-contain dark:brightness-90" />
      )}
    </span>
  );
}

/** Chooses one of many pages. */
function PageChooser({ page, pageCount, onPage }: { page: number; pageCount: number; onPage: (page: number) => void }) {
  const [typed, setTyped] = useState<string | null>(null);
  const go = (to: number) => {
    setTyped(null);
    onPage(Math.min(pageCount, Math.max(1, to)));
  };
  const goTyped = () => {
    if (typed !== null) go(Number.parseInt(latinDigits(typed), 10) || page);
  };
  function handleKey(event: KeyboardEvent) {
    if (event.key !== 'Enter') return;
    // Prevents submission of the surrounding form.
    event.preventDefault();
    goTyped();
  }
  return (
    <div className="flex items-center gap-2">
      {/* Not `disabled`, which would take the focus away on the first and last page. */}
      <Button
        variant="secondary"
        aria-label={words.previousPage}
        aria-disabled={page <= 1}
        onClick={() => go(page - 1)}
      >
        <ChevronLeft aria-hidden="true" className="size-4 rtl:rotate-180" />
      </Button>
      <TextInput
        aria-label={words.pageNumber(pageCount)}
        inputMode="numeric"
        className="max-w-20 text-center"
        value={typed ?? page}
        onChange={(event) => setTyped(event.target.value)}
        onBlur={goTyped}
        onKeyDown={handleKey}
      />
      <span className="whitespace-nowrap text-muted">{words.ofPages(pageCount)}</span>
      <Button
        variant="secondary"
        aria-label={words.nextPage}
        aria-disabled={page >= pageCount}
        onClick={() => go(page + 1)}
      >
        <ChevronRight aria-hidden="true" className="size-4 rtl:rotate-180" />
      </Button>
    </div>
  );
}
