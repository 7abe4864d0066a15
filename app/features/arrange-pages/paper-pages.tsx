import { requiresAttribute } from '#domain/material-rules.ts';
import type { Material } from '#domain/material.ts';
import { Field } from '#app/ui/field.tsx';
import { TextInput } from '#app/ui/text-input.tsx';
import * as words from '#messages/arrange-pages.ts';
import * as nouns from '#messages/nouns.ts';
import type { PlannedPage, Selection } from './page-plan.ts';
import { PageTile, type PageLooks } from './page-tile.tsx';
import type { PaperFields, usePapers } from './use-papers.ts';

type PaperPagesProps = {
  materials: readonly [Material, ...Material[]];
  paper: ReturnType<typeof usePapers>['papers'][number];
  index: number;
  selected: Selection;
  tabStop: string | undefined;
  isBusy: boolean;
  onSelect: (key: string, isSelected: boolean) => void;
  onFocus: (key: string) => void;
  mayLoad: (page: PlannedPage) => boolean;
  onSeen: (page: PlannedPage) => void;
  onLoaded: (page: PlannedPage, looks: PageLooks) => void;
  onChange: (change: Partial<PaperFields>) => void;
};

/** Renders the pages of one material, with the fields of a new one. */
export function PaperPages(props: PaperPagesProps) {
  const { materials, paper, index, selected, tabStop, isBusy, onSelect, onFocus, mayLoad, onSeen, onLoaded } = props;
  const { split, pages } = paper;
  return (
    <section
      aria-label={split ? words.newMaterial(index) : words.staysWith(materials[0].title)}
      className="grid grid-cols-1 gap-3"
    >
      {split && <NewPaper {...props} />}
      <ul className="grid grid-cols-[repeat(auto-fill,minmax(6.75rem,1fr))] gap-1 sm:grid-cols-[repeat(auto-fill,minmax(9rem,1fr))]">
        {pages.map((page: PlannedPage) => (
          <PageTile
            key={page.key}
            fileId={materials[page.source]?.fileId ?? ''}
            page={page}
            namesFile={materials.length > 1}
            isSelected={selected.has(page.key)}
            isTabStop={page.key === tabStop}
            disabled={isBusy}
            onSelect={(isSelected) => onSelect(page.key, isSelected)}
            onFocus={() => onFocus(page.key)}
            mayLoad={mayLoad(page)}
            onSeen={() => onSeen(page)}
            onLoaded={(looks) => onLoaded(page, looks)}
          />
        ))}
      </ul>
    </section>
  );
}

function NewPaper({ materials, paper: { pages, fields, faults }, index, isBusy, onChange }: PaperPagesProps) {
  const isRequired = requiresAttribute(materials[0].kind, 'year');
  return (
    <div className="grid gap-3 rounded-card bg-sunken p-3">
      <h3 className="text-base">{words.newMaterialPages(index, pages.length)}</h3>
      <div className="grid grid-cols-[minmax(0,1fr)_6.5rem] gap-3">
        <Field label={nouns.title} required error={faults.title}>
          {(control) => (
            <TextInput
              {...control}
              value={fields.title}
              maxLength={255}
              disabled={isBusy}
              onChange={(event) => onChange({ title: event.target.value })}
            />
          )}
        </Field>
        <Field label={nouns.year} required={isRequired} error={faults.year}>
          {(control) => (
            <TextInput
              {...control}
              value={fields.year}
              inputMode="numeric"
              autoComplete="off"
              disabled={isBusy}
              onChange={(event) => onChange({ year: event.target.value })}
            />
          )}
        </Field>
      </div>
    </div>
  );
}
