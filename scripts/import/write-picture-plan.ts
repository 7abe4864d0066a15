import type { HashedPicture } from '#app/features/import/intake/inspect-pictures.ts';
import { groupBy } from '#domain/text/group-by.ts';
import { doubts } from '#messages/import/pictures.ts';
import { plain } from '#scripts/admin/print.ts';
import type { PictureMode, PictureOutcome } from './stage-pictures.ts';

/** Maximum number of lines of a list; the panel shows all of them. */
const maxLines = 200;

/** Writes the plan for the pictures of a folder, for a person. */
export function writePicturePlan({ pdfs, doubtful, leftOut }: PictureOutcome, mode: PictureMode): string {
  const lines: string[] = [];
  const list = (title: string, entries: readonly string[], total = entries.length) => {
    if (entries.length === 0) return;
    lines.push(`${title}: ${total}`, ...entries.slice(0, maxLines).map((entry) => `  ${plain(entry)}`));
    if (entries.length > maxLines) lines.push(`  … and ${entries.length - maxLines} more`);
  };
  list(
    mode === 'make' ? 'PDFs of pictures' : 'PDFs of pictures, not made',
    pdfs.map(({ path, pictures }) => `${path}: ${describePages(pictures)}`),
  );
  list(
    'Pictures to put together in the panel',
    doubtful.flatMap(({ path, pictures, doubt }) =>
      doubt ? `${path}: ${describePages(pictures)}. ${doubts[doubt]}` : [],
    ),
    doubtful.reduce((sum, { pictures }) => sum + pictures.length, 0),
  );
  const places = groupBy(leftOut, ({ picture, reason }) => `${folderOf(picture.path)}\n${reason}`);
  list(
    'Pictures left out',
    [...places.values()].map((pictures) => {
      const [first] = pictures;
      const { path = '' } = first?.picture ?? {};
      const where = pictures.length === 1 ? path : `${folderOf(path)}: ${pictures.length} pictures`;
      return `${where}: ${first?.reason}`;
    }),
    leftOut.length,
  );
  return lines.length === 0 ? '' : `${lines.join('\n')}\n`;
}

function describePages(pictures: readonly HashedPicture[]): string {
  const [first, last] = [pictures[0], pictures.at(-1)];
  if (!first || !last || pictures.length === 1) return first?.file.name ?? '';
  return `${pictures.length} pages, ${first.file.name} to ${last.file.name}`;
}

const folderOf = (path: string) => path.slice(0, Math.max(0, path.lastIndexOf('/')));
