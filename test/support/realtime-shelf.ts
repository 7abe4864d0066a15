import { smallPdf } from './contract-caller.ts';
import { openLibrarian } from './library.ts';
import { openTestServer } from './server.ts';

const place = { facultyId: 'csit', semesterId: '1', subject: 'C Programming' };

/** Opens a server with one stored file to publish. */
export async function openRealtimeShelf(settings: Record<string, string> = {}) {
  const server = await openTestServer({ settings });
  const librarian = await openLibrarian(server.url);
  await librarian.upload('paper.pdf', Buffer.from(smallPdf), 'paper-file');
  const publish = (id: string, year = 2080) =>
    librarian.publish('paper', { ...place, title: `Paper ${id}`, year, fileId: 'paper-file' }, id);
  return { server, librarian, publish, [Symbol.asyncDispose]: () => server[Symbol.asyncDispose]() };
}
