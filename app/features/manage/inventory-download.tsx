import { Download } from 'lucide-react';
import { useState } from 'react';
import type { InventoryAnswer } from '#contract/schemas/answer-types.ts';
import type { InventoryFilter } from '#contract/inventory.ts';
import type { FacultySummary } from '#domain/catalogue.ts';
import { useAdminSession } from '#app/features/session/admin-session.tsx';
import { explainProblem } from '#app/features/session/library-problem.ts';
import { Button } from '#app/ui/button.tsx';
import { saveText } from '#app/ui/save-text.ts';
import { showToast } from '#app/ui/toast/toast.ts';
import * as words from '#messages/manage/list.ts';
import { writeInventoryCsv } from './inventory-csv.ts';
import { createInventoryRecords, type InventoryOrder } from './inventory-client.ts';

/** All rows are in memory at once; this many take some 20 MB. */
const maxRows = 50_000;

type InventoryDownloadProps = {
  /** File name without its extension. */
  name: string;
  filter: InventoryFilter;
  order: InventoryOrder;
  /** Number of matching materials. */
  total: number;
  faculties: readonly FacultySummary[];
};

/** Renders a button that saves all pages of the list as a file for spreadsheets. */
export function InventoryDownload({ name, filter, order, total, faculties }: InventoryDownloadProps) {
  const { client, callSignedIn, site } = useAdminSession();
  const [read, setRead] = useState<number | null>(null);

  async function download() {
    const documents: InventoryAnswer['documents'] = [];
    setRead(0);
    try {
      for await (const page of createInventoryRecords(client).listAll(filter, order, callSignedIn)) {
        documents.push(...page);
        setRead(documents.length);
      }
      saveText(`${name}.csv`, writeInventoryCsv(documents, { site, faculties }));
    } catch (error) {
      showToast({ title: words.notDownloaded, text: explainProblem(error), tone: 'destructive' });
    }
    setRead(null);
  }

  if (total > maxRows) return <p className="text-center text-sm text-muted">{words.tooLongToDownload(maxRows)}</p>;
  return (
    <Button variant="secondary" size="small" busy={read !== null} className="mx-auto" onClick={() => void download()}>
      <Download aria-hidden="true" className="size-4" />
      {read === null ? words.download : words.downloading(read, total)}
    </Button>
  );
}
