import { Activity, ChevronUp, CircleUser, KeyRound, LogOut } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import type { Shelf, Site } from '#contract/shelf.ts';
import type { FacultySummary } from '#domain/catalogue.ts';
import type { Material } from '#domain/material.ts';
import { CoveragePanel } from '#app/features/coverage/coverage-panel.tsx';
import { fetchCode } from '#app/features/layout/fetch-code.ts';
import { ManagePanel } from '#app/features/manage/manage-panel.tsx';
import { readPanelSearch, type ChangeSearch, type PanelSearch } from '#app/features/manage/panel-search.ts';
import type { ShownPlace } from '#app/features/manage/place-names.ts';
import { AdminSessionProvider, useAdminSession } from '#app/features/session/admin-session.tsx';
import { arePictures, isForImport, takeEntries, type Dropped } from '#app/features/import/choose/dropped-files.ts';
import { useStagedCount } from '#app/features/import/staged-count.ts';
import { StatusPanel } from '#app/features/status/status-panel.tsx';
import { ArrangePages } from '#app/features/arrange-pages/arrange-pages.tsx';
import { JoinMaterials } from '#app/features/arrange-pages/join-materials.tsx';
import { TurnPages } from '#app/features/page-turns/turn-pages.tsx';
import { MaterialReading } from '#app/features/extraction-status/material-reading.tsx';
import { UnreadMaterials } from '#app/features/extraction-status/unread-materials.tsx';
import { DropNotice } from '#app/features/upload/drop-notice.tsx';
import { FileDropArea, ManyFilesContext } from '#app/features/upload/form/file-drop.tsx';
import { EditDialog } from '#app/features/upload/edit-dialog.tsx';
import { KeptPhotographs } from '#app/features/upload/photographs/kept-photographs.tsx';
import { LeaveGuard } from '#app/features/upload/leave-guard.tsx';
import type { UploadPlace } from '#app/features/upload/form/material-form.ts';
import { uploadFile } from '#app/features/upload/transfer/upload-client.ts';
import type { PdfOnDevice } from '#app/features/upload/use-proposals.ts';
import { UploadPanel } from '#app/features/upload/upload-panel.tsx';
import { Badge } from '#app/ui/badge.tsx';
import { Button } from '#app/ui/button.tsx';
import { Disclosure } from '#app/ui/disclosure.tsx';
import { Notice } from '#app/ui/notice.tsx';
import { SkeletonRows } from '#app/ui/skeleton.tsx';
import { TabPanel, Tabs } from '#app/ui/tabs.tsx';
import * as words from '#messages/panel.ts';
import '#app/styles/panel.css';

type AdminPanelProps = {
  shelf: Shelf;
  site: Site;
  faculties: readonly FacultySummary[];
  /** State from the address. */
  search: PanelSearch;
  /** Called with the search parameters to change. */
  onSearch: ChangeSearch;
};

/** Renders the panel of the signed-in account: upload and manage, or a message that this account may use neither. */
export function AdminPanel({ site, ...rest }: AdminPanelProps) {
  return (
    <AdminSessionProvider site={site}>
      <PanelOfAccount {...rest} />
    </AdminSessionProvider>
  );
}

/** Loaded with the first visit of its tab. */
const ImportPanel = lazy(() =>
  fetchCode(() => import('#app/features/import/import-panel.tsx')).then(({ ImportPanel }) => ({
    default: ImportPanel,
  })),
);

/** Loaded when the user changes the password. */
const ChangePasswordDialog = lazy(() =>
  fetchCode(() => import('#app/features/session/change-password-dialog.tsx')).then(({ ChangePasswordDialog }) => ({
    default: ChangePasswordDialog,
  })),
);

const loadPdfReading = () => fetchCode(() => import('#app/features/reader/pdf/read-pdf-file.ts'));

/** Loaded with the first PDF that is chosen. */
const pdfOnDevice: PdfOnDevice = {
  read: async (...given) => (await loadPdfReading()).readPdfFile(...given),
  extract: async (...given) => (await loadPdfReading()).extractPapers(...given),
};

function PanelOfAccount(props: Omit<AdminPanelProps, 'site'>) {
  const { shelf, faculties, search, onSearch } = props;
  const { account, site } = useAdminSession();
  const [showsStatus, setShowsStatus] = useState(false);
  const { tab, setTab, wanted, startUpload, only, setOnly, showPlace, manage } = useTabs(props);
  const many = useManyFiles(account.isAdministrator);
  const isImport = tab === 'import';
  if (isImport && !many.isOpened) many.open();
  const chrome = useFoldedChrome(isImport && !showsStatus, many.count);
  function show(value: string) {
    setTab(value);
    setShowsStatus(false);
  }
  function importMany(entries: Dropped) {
    many.take(entries);
    show('import');
  }
  /** Imports drops that the form for one file can't accept, and all while the import is open. True if it did. */
  function takeMany(dropped: DataTransfer): boolean {
    const entries = takeEntries(dropped);
    const isTaken = isImport ? entries.length > 0 : isForImport(entries) && !arePictures(dropped);
    if (isTaken) importMany(entries);
    return isTaken;
  }
  return (
    <FileDropArea>
      {account.isAdministrator && <DropNotice text={isImport ? words.dropToImport : words.dropToUpload} />}
      <PanelHead
        isFolded={chrome.isHidden}
        status={account.isAdministrator ? { isShown: showsStatus, onToggle: () => setShowsStatus(!showsStatus) } : null}
      />
      {!account.isAdministrator && (
        <Notice tone="warning" role="alert">
          {words.notAllowed}
        </Notice>
      )}
      {account.isAdministrator && (
        <>
          {site.isContactPlaceholder && !chrome.isHidden && <ContactNotice site={site} />}
          {showsStatus && <StatusPanel renderUnread={(counts) => <UnreadMaterials {...counts} />} />}
          {/* Hidden and not removed, so that the form and running uploads are preserved. */}
          <div hidden={showsStatus}>
            <Tabs value={tab} onChange={show} label={words.title} tabs={tabsWith(many.count)} aside={chrome.toggle}>
              <TabPanel value="upload" keepMounted>
                <ManyFilesContext value={takeMany}>
                  <UploadPanel
                    {...{ shelf, faculties, wanted }}
                    onFile={() => show('upload')}
                    pdf={pdfOnDevice}
                    onImport={importMany}
                  />
                </ManyFilesContext>
              </TabPanel>
              <TabPanel value="import" keepMounted>
                <ImportTab
                  {...{ many, shelf, faculties }}
                  isShown={isImport && !showsStatus}
                  onShowPublication={(publication) => manage({ publication })}
                  onShowChanges={() => manage({ view: 'changes' })}
                />
              </TabPanel>
              <TabPanel value="manage">
                <ManagePanel
                  shelf={shelf}
                  faculties={faculties}
                  only={only}
                  onShowAll={() => setOnly(null)}
                  {...{ search, onSearch }}
                  renderEditor={(material, onClose) => (
                    <Editor shelf={shelf} faculties={faculties} material={material} onClose={onClose} />
                  )}
                  renderJoin={(selected, onClose) => <JoinMaterials {...selected} onClose={onClose} />}
                />
              </TabPanel>
              <TabPanel value="coverage">
                <CoveragePanel
                  shelf={shelf}
                  faculties={faculties}
                  onUpload={startUpload}
                  onShow={showPlace}
                  onShowNotices={() => setTab('manage')}
                />
              </TabPanel>
            </Tabs>
          </div>
        </>
      )}
    </FileDropArea>
  );
}

/** Manages the open tab, which is in the address, and the view that one tab requests from another. */
function useTabs({ search, onSearch }: Pick<AdminPanelProps, 'search' | 'onSearch'>) {
  const [wanted, setWanted] = useState<UploadPlace | null>(null);
  const [only, setOnly] = useState<ShownPlace | null>(null);
  const address = search.tab ?? 'upload';
  const [shown, setShown] = useState({ tab: address as string, address });
  if (address !== shown.address) setShown({ tab: address, address });
  function setTab(tab: string) {
    // At once: the address follows a moment later, and the opened view may take the focus before.
    setShown({ ...shown, tab });
    onSearch({ tab: readPanelSearch({ tab }).tab });
  }
  return {
    tab: shown.tab,
    setTab,
    wanted,
    startUpload({ years, ...place }: ShownPlace) {
      setWanted({ ...place, year: years && 'only' in years ? String(years.only) : '' });
      setTab('upload');
    },
    only,
    setOnly,
    showPlace(place: ShownPlace) {
      setOnly(place);
      setShown({ ...shown, tab: 'manage' });
      onSearch({ tab: 'manage', view: undefined, publication: undefined });
    },
    /** Lists all materials of a publication, or the recent changes. */
    manage(shown: Pick<PanelSearch, 'view' | 'publication'>) {
      setOnly(null);
      onSearch({ tab: 'manage', view: undefined, publication: undefined, ...shown }, true);
    },
  };
}

function tabsWith(staged: number) {
  return [
    { value: 'upload', label: words.uploadContent },
    { value: 'manage', label: words.manageContent },
    {
      value: 'import',
      label: (
        <>
          {words.importMany}
          {staged > 0 && (
            <Badge>
              {words.stagedCount(
                staged,
                <span key="staged" className="sr-only">
                  {words.staged}
                </span>,
              )}
            </Badge>
          )}
        </>
      ),
    },
    { value: 'coverage', label: words.whatIsMissing },
  ];
}

/** Tracks the import of many files: whether it was opened, the files dropped for it, and the number of files it has. */
function useManyFiles(isAllowed: boolean) {
  const [count, setCount] = useStagedCount(isAllowed);
  const [isOpened, setOpened] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [dropped, setDropped] = useState<{ entries: Dropped } | null>(null);
  return {
    count: count ?? 0,
    setCount,
    isOpened,
    open: () => setOpened(true),
    isBusy,
    setBusy,
    dropped,
    take: (entries: Dropped) => setDropped({ entries }),
  };
}

function ContactNotice({ site }: { site: Site }) {
  return (
    <Notice tone="warning" className="mb-4">
      <Disclosure summary={words.setContact}>
        <p className="mt-1">{words.defaultContact(<strong key="email">{site.contactEmail}</strong>)}</p>
      </Disclosure>
    </Notice>
  );
}

type EditorProps = Pick<AdminPanelProps, 'shelf' | 'faculties'> & { material: Material; onClose: () => void };

function Editor({ shelf, faculties, material, onClose }: EditorProps) {
  return (
    <EditDialog
      shelf={shelf}
      faculties={faculties}
      material={material}
      pdf={pdfOnDevice}
      renderAbout={({ isChanged }) => (
        <>
          <MaterialReading material={material} />
          <ArrangePages material={material} isBlocked={isChanged} onArranged={onClose} />
          <TurnPages material={material} />
          <KeptPhotographs material={material} />
        </>
      )}
      onClose={onClose}
    />
  );
}

type ImportTabProps = Pick<AdminPanelProps, 'shelf' | 'faculties'> & {
  many: ReturnType<typeof useManyFiles>;
  isShown: boolean;
  onShowPublication: (id: string) => void;
  onShowChanges: () => void;
};

function ImportTab({ many, ...rest }: ImportTabProps) {
  return (
    <>
      {many.isOpened && (
        <Suspense fallback={<SkeletonRows />}>
          <ImportPanel
            {...rest}
            dropped={many.dropped}
            sendFile={uploadFile}
            extractPapers={pdfOnDevice.extract}
            onBusy={many.setBusy}
            onCount={many.setCount}
          />
        </Suspense>
      )}
      <LeaveGuard unsavedWork={many.isBusy ? 'import' : null} />
    </>
  );
}

/**
 * Hides the head of the panel while files are staged, to give its space to the table. It stays hidden until another tab
 * is opened, even after the last file is published, so that nothing moves while the user works.
 */
function useFoldedChrome(isImport: boolean, staged: number) {
  const [isFolded, setFolded] = useState(false);
  const [isOpen, setOpen] = useState(false);
  if (isFolded ? !isImport : isImport && staged > 0) {
    setFolded(!isFolded);
    setOpen(false);
  }
  return {
    isHidden: isFolded && !isOpen,
    toggle: isFolded && <ChromeToggle isOpen={isOpen} onToggle={() => setOpen(!isOpen)} />,
  };
}

function ChromeToggle({ isOpen, onToggle }: { isOpen: boolean; onToggle: () => void }) {
  const Icon = isOpen ? ChevronUp : CircleUser;
  return (
    <Button
      variant="ghost"
      size="icon"
      aria-label={words.accountAndStatus}
      data-tooltip={words.accountAndStatus}
      aria-expanded={isOpen}
      onClick={onToggle}
    >
      <Icon aria-hidden="true" className="size-5" />
    </Button>
  );
}

type PanelHeadProps = {
  /** True if the heading is only for screen readers. */
  isFolded: boolean;
  status: { isShown: boolean; onToggle: () => void } | null;
};

function PanelHead({ isFolded, status }: PanelHeadProps) {
  const { account, logOut } = useAdminSession();
  const [isLeaving, setLeaving] = useState(false);
  // The padding of the page above it.
  if (isFolded) {
    return (
      <div className="-mt-7">
        <h1 className="sr-only">{words.title}</h1>
      </div>
    );
  }
  return (
    <div className="mb-4 flex flex-wrap items-center gap-x-6 gap-y-1 max-md:justify-between max-md:gap-x-1 sm:mb-6">
      <h1 className="text-3xl">{words.title}</h1>
      {/* On a wide screen Logout is next to the heading, because toasts appear in the top right corner. */}
      <p className="order-last basis-full text-sm wrap-anywhere text-muted">
        {words.signedInAs(account.name, account.email)}
      </p>
      <Button
        variant="secondary"
        size="small"
        busy={isLeaving}
        onClick={() => {
          setLeaving(true);
          void logOut().finally(() => setLeaving(false));
        }}
      >
        <LogOut aria-hidden="true" className="size-4 rtl:rotate-180" />
        {words.logout}
      </Button>
      {status && (
        <Button
          variant="ghost"
          size="small"
          className="max-md:px-2"
          aria-pressed={status.isShown}
          onClick={status.onToggle}
        >
          <Activity aria-hidden="true" className="size-4" />
          {words.libraryStatus}
        </Button>
      )}
      <ChangePassword />
    </div>
  );
}

function ChangePassword() {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button variant="ghost" size="small" className="max-md:px-2" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <KeyRound aria-hidden="true" className="size-4" />
        {words.changePassword}
      </Button>
      {isOpen && (
        <Suspense>
          <ChangePasswordDialog onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
