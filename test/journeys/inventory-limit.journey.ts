import { expect, test } from 'vitest';
import { signIn } from '#test/support/panel.ts';
import { openTestServer } from '#test/support/server.ts';
import { shareBrowser } from '#test/support/shared-browser.ts';
import { isOnlyInSweep } from '#test/support/sweeps.ts';
import { openTestPlace } from '#test/support/test-place.ts';

/** SQL for 50,001 papers with one file, which has no bytes. The last is called *Other*, all others *Paper*. */
const fill = `
  insert into files (id, name, name_folded, folder, folder_folded, mime_type, size_bytes, chunks_total, is_finished, sha256,
    page_count, owner_id, created_at, updated_at)
  values ('f', 'a.pdf', 'a.pdf', '', '', 'application/pdf', 1000, 1, 1, 'digest', 3, 'admin', 1, 1);
  insert into materials (id, kind, title, title_folded, title_words, subject, subject_folded, faculty_id, semester_id, year,
    file_id, created_at, updated_at)
  with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < 50001)
  select 'm' || n, 'paper', case when n < 50001 then 'Paper' else 'Other' end, case when n < 50001 then 'paper' else 'other' end,
    case when n < 50001 then 'paper' else 'other' end, 'Physics', 'physics', 'csit', '1', 2024, 'f', n, n from numbers;`;

test.skipIf(isOnlyInSweep('records'))(
  'a list of 50,000 materials can be downloaded, and one of 50,001 asks to be narrowed',
  async () => {
    await using place = await openTestPlace();
    await place.execute(fill);
    await using server = await openTestServer({ withPages: true, place });
    await using browser = await shareBrowser();
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
    await signIn(page, server.url);
    await page.getByRole('tab', { name: 'Manage Content' }).click();
    await page.getByText('To download the list, narrow it to 50,000 materials with a filter.').waitFor();
    const download = page.getByRole('button', { name: 'Download list (CSV)' });
    expect(await download.count()).toBe(0);

    await page.getByRole('searchbox').last().fill('paper');
    await download.waitFor();
    expect(await download.isEnabled()).toBe(true);
    expect(await page.getByText('To download the list').count()).toBe(0);
    await page.getByText('50,000 question papers').waitFor();
  },
);
