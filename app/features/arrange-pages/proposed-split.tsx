import { useQuery } from '@tanstack/react-query';
import type { Client } from 'appwrite';
import { api } from '#contract/addresses.ts';
import type { PageTextsAnswer } from '#contract/schemas/answer-types.ts';
import { findPaperStarts } from '#domain/guess/find-paper-starts.ts';
import type { Material } from '#domain/material.ts';
import { useAdminSession } from '#app/features/session/admin-session.tsx';
import { Button } from '#app/ui/button.tsx';
import { Notice } from '#app/ui/notice.tsx';
import * as words from '#messages/arrange-pages.ts';

/** Maximum number of pages that are searched for papers: a compilation of twenty years has about a hundred. */
const maxPages = 400;

type ProposedSplitProps = {
  material: Material;
  pageCount: number;
  /** Called with the pages before which the file is to be split. */
  onSplit: (pages: readonly number[]) => void;
};

/** Renders the proposal to split a compilation into its papers; nothing unless several papers seem to begin in it. */
export function ProposedSplit({ material, pageCount, onSplit }: ProposedSplitProps) {
  const { client } = useAdminSession();
  const { data: starts = [] } = useQuery({
    queryKey: ['paper starts', material.fileId],
    queryFn: async () => findPaperStarts(await readTexts(client, material, pageCount)),
    enabled: material.kind === 'paper' && pageCount <= maxPages,
    staleTime: Infinity,
    retry: false,
  });
  if (starts.length === 0) return null;
  return (
    <Notice
      action={
        <Button variant="secondary" size="small" onClick={() => onSplit(starts.slice(1))}>
          {words.splitThere}
        </Button>
      }
    >
      {words.papersBegin(starts)}
    </Notice>
  );
}

/** Returns the texts of all pages; null for those without text. */
async function readTexts(client: Client, { id }: Material, pageCount: number): Promise<(string | null)[]> {
  const texts = Array.from<string | null>({ length: pageCount }).fill(null);
  for (let from: number | null = 1; from !== null;) {
    const url = new URL(api.pageTexts(id, from), location.origin);
    const { pages, next } = (await client.call('get', url)) as PageTextsAnswer;
    for (const { page, text } of pages) if (page <= pageCount) texts[page - 1] = text;
    from = next;
  }
  return texts;
}
