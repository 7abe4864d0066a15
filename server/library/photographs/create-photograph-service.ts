import type { Logger } from 'pino';
import { Problem } from '#contract/problems.ts';
import { isOfficeDocument } from '#domain/file-type.ts';
import { requireAdministrator } from '#server/library/accounts/require-administrator.ts';
import type { Database } from '#server/engines/database/database.ts';
import type { FaultWatch } from '#server/machinery/faults/fault-watch.ts';
import type { OfficeConverter } from '#server/library/office/office-converter.ts';
import { createPdfMaking, type PdfMakingParts } from './make-photograph-pdf.ts';
import { createMakingLine, createOwnWorks } from './making-line.ts';
import type { PageMaker } from './page-maker.ts';
import { explainNoPdf, findSources, idIsTaken, requireSame } from './photograph-rules.ts';
import type { PhotographService, PhotographWork } from './photograph-service.ts';
import { createWorksAcrossNodes } from './works-across-nodes.ts';

type Parts = PdfMakingParts & {
  database: Pick<Database, 'files' | 'photographWorks'>;
  maker: PageMaker;
  converter: OfficeConverter;
  faults: Pick<FaultWatch, 'note'>;
  log: Logger;
  /** Maximum number of pending PDFs. */
  waiting?: number;
};

export function createPhotographService(parts: Parts): PhotographService {
  const { database, maker, converter } = parts;
  const line = createMakingLine({ ...parts, make: createPdfMaking(parts) });
  const { photographWorks } = database;
  const works = photographWorks ? createWorksAcrossNodes(line, photographWorks) : createOwnWorks(line);

  return {
    async begin(actor, request) {
      requireAdministrator(actor);
      const { fileId } = request;
      const known = (await works.find(fileId)) ?? (await findMade(database, fileId));
      if (known) return requireSame(known, request);
      if ((await database.files.find(fileId))?.isFinished) throw idIsTaken();
      const photographs = await findSources(database, request.photographs);
      for (const { file } of photographs) {
        if (!isOfficeDocument(file.mimeType) || converter.isInstalledFor(file.mimeType)) continue;
        throw new Problem('office_not_installed', explainNoPdf('not-installed', file));
      }
      return works.start(actor, request, photographs);
    },

    async find(actor, fileId) {
      requireAdministrator(actor);
      const found =
        (await works.find(fileId)) ?? (await findMade(database, fileId)) ?? (await works.findFailed(fileId));
      if (!found) throw new Problem('storage_file_not_found', 'No PDF with this id is being made from photographs.');
      return found;
    },

    async list(actor, fileId) {
      requireAdministrator(actor);
      if (!(await database.files.find(fileId))?.isFinished)
        throw new Problem('storage_file_not_found', 'The requested file could not be found.');
      return database.files.listPhotographs(fileId);
    },

    async cancel(actor, fileId) {
      requireAdministrator(actor);
      await works.cancel(fileId);
    },

    idle: line.idle,

    async close() {
      line.close();
      await maker.close();
      await line.idle();
    },
  };
}

/** Returns the finished PDF; null if the file was not made from photographs. */
async function findMade({ files }: Pick<Database, 'files'>, fileId: string): Promise<PhotographWork | null> {
  const file = await files.find(fileId);
  if (!file?.isFinished) return null;
  const photographs = await files.listPhotographs(fileId);
  const total = photographs.length;
  return total === 0 ? null : { fileId, state: 'made', done: total, total, failure: null, photographs };
}
