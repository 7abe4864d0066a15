import { examLines } from '#bench/documents/exam-lines.ts';
import type { MaterialDocument } from '#contract/schemas/document.ts';
import { makePdf } from './documents.ts';
import type { Librarian } from './library.ts';
import type { TestServer } from './server.ts';

type Published = Partial<MaterialDocument> & { title: string };

/**
 * Publishes the same question paper twice, the second time with a cover, and waits until the server lists them as
 * similar. `seed` selects the paper.
 */
export async function publishTwice(
  { services, resources }: Pick<TestServer, 'services' | 'resources'>,
  librarian: Librarian,
  seed: number,
  [first, second]: readonly [Published, Published],
): Promise<void> {
  const lines = examLines(seed).map((line) => line.slice(0, 70));
  const copies: [Published, string[][]][] = [
    [first, [lines]],
    [second, [['Students Union', 'Collected papers'], lines]],
  ];
  for (const [data, pages] of copies) {
    const { $id } = await librarian.upload(`${data.title}.pdf`, makePdf(pages, { title: data.title }));
    await librarian.publish('paper', { ...data, fileId: $id });
    const file = await resources.database.files.find($id);
    if (file) services.textReading.prepare(file);
  }
  await services.textReading.idle();
  await services.similar.idle();
}
