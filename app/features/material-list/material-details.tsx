import { Link } from '@tanstack/react-router';
import { Flag } from 'lucide-react';
import type { ReactNode } from 'react';
import { pages } from '#contract/addresses.ts';
import type { Site } from '#contract/shelf.ts';
import { findTerm, type Faculty } from '#domain/catalogue.ts';
import type { Material } from '#domain/material.ts';
import { SaveButton } from '#app/features/offline-files/save-button.tsx';
import { OpenMaterialButton, type OpenAt } from '#app/features/open-material/open-material.tsx';
import { Badge } from '#app/ui/badge.tsx';
import { buttonStyle } from '#app/ui/button.tsx';
import { classes } from '#app/ui/classes.ts';
import { describeFile, formatDay } from '#app/features/materials/figures.ts';
import { ShareButton } from '#app/features/share/share-button.tsx';
import { FirstPage } from '#app/features/materials/first-page.tsx';
import { HiddenMark } from '#app/features/materials/hidden-mark.tsx';
import { KindTile } from '#app/features/materials/kind-icon.tsx';
import { reportAddress } from '#app/features/materials/report-problem.ts';
import { PrintedAddress, DownloadLink, FilePassword } from '#app/features/materials/material-file.tsx';
import * as actions from '#messages/actions.ts';
import * as words from '#messages/material-list/details.ts';
import * as nouns from '#messages/nouns.ts';
import { yearWords } from '#messages/years.ts';
import { kindNames } from '#messages/kinds.ts';
import { localAddress } from '#app/features/layout/local-address.ts';
import { langOf } from '#app/ui/lang-of.ts';

/** Titles longer than this are one size smaller. */
const longTitle = 80;

type MaterialDetailsProps = {
  material: Material;
  faculty: Faculty | null;
  site: Site;
  /** Position at which Read opens the material. */
  at?: OpenAt;
};

/** Everything about one material: its attributes, its first page, and buttons to open and download it. */
export function MaterialDetails({ material, faculty, site, at }: MaterialDetailsProps) {
  const term = faculty && findTerm(faculty, material.semesterId);
  return (
    <div className="mt-4 grid grid-cols-1 gap-x-12 gap-y-8 sm:grid-cols-[minmax(0,1fr)_minmax(12rem,20rem)]">
      <div>
        <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
          <KindTile kind={material.kind} className="no-print" />
          <p className="font-medium">{kindNames[material.kind]}</p>
          {material.isSample && <Badge>{nouns.sample}</Badge>}
          <HiddenMark material={material} />
        </div>
        <h1 className={classes('mt-4 text-pretty', material.title.length > longTitle ? 'text-2xl' : 'text-3xl')}>
          <bdi lang={langOf(material.title)}>{material.title.replaceAll(' – ', '\u00a0– ')}</bdi>
        </h1>
        <PrintedAddress material={material} />
        <div className="mt-6 flex flex-wrap gap-2">
          <OpenMaterialButton material={material} label={actions.read} at={at} className={buttonStyle('primary')} />
          <DownloadLink material={material} ids={site.ids} />
          <ShareButton title={material.title} path={pages.material(material.id)} />
          <SaveButton saving={{ title: material.title, materials: [material] }} label={actions.saveOffline} />
        </div>
        <dl className="mt-8 grid max-w-prose grid-cols-[auto_minmax(0,1fr)] gap-x-6 gap-y-2">
          <Fact name={nouns.subject}>{material.subject}</Fact>
          <Fact name={nouns.faculty}>{faculty?.fullName ?? material.facultyId}</Fact>
          <Fact name={faculty?.type === 'year' ? words.yearOfStudy : nouns.semester}>
            {term?.name ?? material.semesterId}
          </Fact>
          {material.year !== null && <Fact name={nouns.year}>{yearWords(material, site.calendar)}</Fact>}
          <Fact name={words.uploaded}>{formatDay(material.createdAt, site.timeZone)}</Fact>
          <Fact name={nouns.file}>
            {describeFile(material)}
            <FilePassword material={material} className="block" />
          </Fact>
        </dl>
        <ReportProblem material={material} site={site} />
      </div>
      <div>
        <FirstPage material={material} ids={site.ids} />
      </div>
    </div>
  );
}

function ReportProblem({ material, site }: { material: Material; site: Site }) {
  const address = reportAddress(site, {
    title: material.title,
    url: site.publicUrl + localAddress(pages.material(material.id)),
  });
  const content = (
    <>
      <Flag aria-hidden="true" className="size-4" />
      {actions.reportProblem}
    </>
  );
  const style =
    'inline-flex min-h-11 items-center gap-2 text-sm text-muted underline underline-offset-4 hover:text-ink';
  return (
    <p className="no-print mt-4">
      {address.startsWith('mailto:') ? (
        <a href={address} className={style}>
          {content}
        </a>
      ) : (
        <Link to={address} className={style}>
          {content}
        </Link>
      )}
    </p>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-muted">{name}</dt>
      <dd>{children}</dd>
    </>
  );
}
