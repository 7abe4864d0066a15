import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { takeQueries, type ReadPage } from './take-queries.ts';
import type { LabelledQuery } from './labelled-set.ts';
import type { ShelfToSearch } from './shelf-to-search.ts';

/** Real files that are not part of the project, in a folder next to it. */
const folder = path.join(import.meta.dirname, '..', '..', '..', 'shared', 'samples');

export function hasSharedFiles(): boolean {
  return existsSync(folder);
}

/** Uploads every PDF and HTML file that is accepted; returns their materials by path. */
export async function uploadSharedFiles(shelf: ShelfToSearch): Promise<Map<string, string>> {
  const materials = new Map<string, string>();
  const names = (await readdir(folder, { recursive: true })).filter((name) => /\.(pdf|html?)$/i.test(name)).sort();
  for (const [index, name] of names.entries()) {
    const file = path.join(folder, name);
    const id = `shared-${index}`;
    try {
      await shelf.librarian.upload(path.basename(file), await readFile(file), id);
      await shelf.librarian.publish(
        /\.pdf$/i.test(name) && !name.startsWith('papers/') ? 'note' : 'paper',
        {
          title: path.basename(file).replace(/\.\w+$/, ''),
          facultyId: 'csit',
          semesterId: '1',
          subject: 'Introduction to Information Technology',
          year: 2022,
          fileId: id,
        },
        id,
      );
      materials.set(name, id);
    } catch (error) {
      process.stdout.write(`  not accepted: ${name} (${String(error).slice(0, 160)})\n`);
    }
  }
  return materials;
}

/**
 * Makes queries on these files: from the pages with their own text by a script; for scans, written by people who looked
 * at the pages. `others` are further materials, whose pages must not have all words of a query either.
 */
export async function makeSharedQueries(
  shelf: ShelfToSearch,
  materials: ReadonlyMap<string, string>,
  others: readonly string[],
): Promise<LabelledQuery[]> {
  const pages: ReadPage[] = [];
  for (const materialId of [...materials.values(), ...others]) {
    const count = await shelf.countPages(materialId);
    for (let page = 1; page <= count; page += 1) {
      const read = await shelf.readPage(materialId, page);
      if (read !== null) pages.push({ materialId, page, ...read });
    }
  }
  const own = new Set(materials.values());
  process.stdout.write(
    `  ${pages.length} pages with text, ${pages.filter(({ source }) => source === 'ocr').length} recognised\n`,
  );
  const taken = takeQueries(pages, own, { perMaterial: 12, limit: 450 });
  const names = new Map([...materials].map(([name, id]) => [id, name]));
  const file = path.join(import.meta.dirname, 'labelled-shared-scans.json');
  const written = JSON.parse(await readFile(file, 'utf8')) as { path: string; page: number; query: string }[];
  return [
    ...taken.map(({ query, materialId, page }) =>
      labelled(query, materialId, page, names.get(materialId)?.split('/')[0] ?? ''),
    ),
    ...written.flatMap((each) => {
      const materialId = materials.get(each.path);
      return materialId === undefined ? [] : [labelled(each.query, materialId, each.page, 'scans')];
    }),
  ];
}

function labelled(query: string, materialId: string, page: number, look: string): LabelledQuery {
  const language = /\p{Script=Devanagari}/u.test(query) ? 'Nepali' : 'English';
  return { typed: query, meant: query, materialId, page, group: { look, language } };
}
