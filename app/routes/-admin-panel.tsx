import { Activity, LogOut } from 'lucide-react';
import { useState } from 'react';
import type { Shelf, Site } from '#contract/shelf.ts';
import type { FacultySummary } from '#domain/catalogue.ts';
import { CoveragePanel } from '#app/features/coverage/coverage-panel.tsx';
import { KeptPhotographs } from '#app/features/upload/photographs/kept-photographs.tsx';
import { ManagePanel } from '#app/features/manage/manage-panel.tsx';
import type { ShownPlace } from '#app/features/manage/shown-place.ts';
import { AdminSessionProvider, useAdminSession } from '#app/features/session/admin-session.tsx';
import { StatusPanel } from '#app/features/status/status-panel.tsx';
import { MaterialReading } from '#app/features/text-reading/material-reading.tsx';
import { UnreadMaterials } from '#app/features/text-reading/unread-materials.tsx';
import { FileDropArea } from '#app/features/upload/file-drop.tsx';
import { EditDialog } from '#app/features/upload/edit-dialog.tsx';
import type { UploadPlace } from '#app/features/upload/material-form.ts';
import { UploadPanel } from '#app/features/upload/upload-panel.tsx';
import { Button } from '#app/ui/button.tsx';
import { Disclosure } from '#app/ui/disclosure.tsx';
import { Notice } from '#app/ui/notice.tsx';
import { TabPanel, Tabs } from '#app/ui/tabs.tsx';

type AdminPanelProps = { shelf: Shelf; site: Site; faculties: readonly FacultySummary[] };

/** The panel of the account that is signed in: upload and manage, or a message that this account may do neither. */
export function AdminPanel({ shelf, site, faculties }: AdminPanelProps) {
  return (
    <AdminSessionProvider site={site}>
      <PanelOfAccount shelf={shelf} faculties={faculties} />
    </AdminSessionProvider>
  );
}

const tabs = [
  { value: 'upload', label: 'Upload Content' },
  { value: 'manage', label: 'Manage Content' },
  { value: 'coverage', label: 'What Is Missing' },
];

function PanelOfAccount({ shelf, faculties }: Omit<AdminPanelProps, 'site'>) {
  const { account, site } = useAdminSession();
  const [tab, setTab] = useState('upload');
  const [showsStatus, setShowsStatus] = useState(false);
  const [wanted, setWanted] = useState<UploadPlace | null>(null);
  const [only, setOnly] = useState<ShownPlace | null>(null);
  function showUpload() {
    setTab('upload');
    setShowsStatus(false);
  }
  return (
    <FileDropArea>
      <PanelHead
        status={account.isAdministrator ? { isShown: showsStatus, onToggle: () => setShowsStatus(!showsStatus) } : null}
      />
      {!account.isAdministrator && (
        <Notice tone="warning" role="alert">
          This account can read but not manage the library. Sign in with an administrator's account.
        </Notice>
      )}
      {account.isAdministrator && (
        <>
          {site.isContactPlaceholder && (
            <Notice tone="warning" className="mb-4">
              <Disclosure summary="Set your own contact address.">
                <p className="mt-1">
                  Students still see the default one, <strong>{site.contactEmail}</strong>. Set yours in CONTACT_EMAIL
                  or in the content folder's site.json.
                </p>
              </Disclosure>
            </Notice>
          )}
          {showsStatus && <StatusPanel renderFailed={(failed) => <UnreadMaterials failed={failed} />} />}
          {/* Hidden and not removed, so that the form and running uploads are kept. */}
          <div hidden={showsStatus}>
            <Tabs value={tab} onChange={setTab} label="Admin Panel" tabs={tabs}>
              <TabPanel value="upload" keepMounted>
                <UploadPanel shelf={shelf} faculties={faculties} onFile={showUpload} wanted={wanted} />
              </TabPanel>
              <TabPanel value="manage">
                <ManagePanel
                  faculties={faculties}
                  only={only}
                  onShowAll={() => setOnly(null)}
                  renderEditor={(material, onClose) => (
                    <EditDialog
                      shelf={shelf}
                      faculties={faculties}
                      material={material}
                      about={
                        <>
                          <MaterialReading material={material} />
                          <KeptPhotographs material={material} />
                        </>
                      }
                      onClose={onClose}
                    />
                  )}
                />
              </TabPanel>
              <TabPanel value="coverage">
                <CoveragePanel
                  shelf={shelf}
                  faculties={faculties}
                  onUpload={({ years, ...place }) => {
                    setWanted({ ...place, year: years && 'only' in years ? String(years.only) : '' });
                    setTab('upload');
                  }}
                  onShow={(place) => {
                    setOnly(place);
                    setTab('manage');
                  }}
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

type PanelHeadProps = { status: { isShown: boolean; onToggle: () => void } | null };

function PanelHead({ status }: PanelHeadProps) {
  const { account, logOut } = useAdminSession();
  const [isLeaving, setLeaving] = useState(false);
  return (
    <div className="mb-4 flex flex-wrap items-center gap-x-6 gap-y-1 max-md:justify-between sm:mb-6">
      <h1 className="text-3xl">Admin Panel</h1>
      {/* On a wide screen Logout is beside the heading, because toasts appear in the top right corner. */}
      <p className="order-last basis-full text-sm wrap-anywhere text-muted">
        Signed in as {account.name} · {account.email}
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
        <LogOut aria-hidden="true" className="size-4" />
        Logout
      </Button>
      {status && (
        <Button variant="ghost" size="small" aria-pressed={status.isShown} onClick={status.onToggle}>
          <Activity aria-hidden="true" className="size-4" />
          Library status
        </Button>
      )}
    </div>
  );
}
