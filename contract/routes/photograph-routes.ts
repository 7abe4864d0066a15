import { route } from '#contract/route.ts';
import * as photographs from '#contract/schemas/photograph-schemas.ts';

const oursToManage = { project: 'unnamed', who: 'administrator', topic: 'Maintenance' } as const;

/** The routes that make one PDF from photographs of a paper. */
export const photographRoutes = {
  createPhotographPdf: route('POST', '/photographs', {
    ...oursToManage,
    summary: 'Make one PDF from photographs of a paper, or of an office document',
    description:
      'Each becomes a page: rotated upright, cropped to the sheet, straightened, with even light. An office document, alone, is converted by LibreOffice; without it the problem is `office_not_installed`, and the same request succeeds once it is installed. Made in the background, one PDF at a time; the PDF becomes a file like an upload. The sources are stored as long as the PDF, for administrators only. Sent again with the same `fileId` and the same photographs, the response is the progress of the PDF.',
    body: photographs.newPhotographPdf,
    answers: { 202: { description: 'Its progress.', json: photographs.photographPdf } },
    problems: [
      'storage_file_not_found',
      'storage_file_already_exists',
      'storage_file_type_unsupported',
      'office_not_installed',
      'general_service_unavailable',
    ],
  }),
  findPhotographs: route('POST', '/photographs/find', {
    ...oursToManage,
    summary: 'Find the PDFs that were or will be made from photographs, by the digests of these',
    body: photographs.photographDigests,
    answers: {
      200: {
        description: 'PDFs that are staged or of a material, including the trash.',
        json: photographs.photographedPdfs,
      },
    },
  }),
  getPhotographPdf: route('GET', '/photographs/:fileId', {
    ...oursToManage,
    summary: 'Get the progress of a PDF from photographs, and its sources',
    answers: { 200: { description: 'Its progress.', json: photographs.photographPdf } },
    problems: ['storage_file_not_found'],
  }),
  listPhotographs: route('GET', '/files/:fileId/photographs', {
    ...oursToManage,
    summary: 'List the photographs from which a file was made',
    answers: {
      200: {
        description: 'In the order of the pages; an empty list for other files.',
        json: photographs.photographList,
      },
    },
    problems: ['storage_file_not_found'],
  }),
  cancelPhotographPdf: route('DELETE', '/photographs/:fileId', {
    ...oursToManage,
    summary: 'Stop making a PDF from photographs',
    description: 'The photographs stay, and so does a PDF that is finished.',
    answers: { 204: { description: 'The PDF is no longer being made.' } },
  }),
};
