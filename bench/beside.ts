import { createReadStream, readFileSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { DatabaseSync } from 'node:sqlite';

/**
 * The comparison server of the benchmarks: the least work with which Node can send the same responses. One prepared
 * statement and `JSON.stringify` for a subject's papers, `createReadStream` for a file, a page from memory with the
 * headers that it is given. No checks, almost no headers.
 */
const file = process.env['FILE'] ?? '';
const size = statSync(file).size;
const database = new DatabaseSync(process.env['DATABASE'] ?? '', { readOnly: true });
const list = database.prepare(
  `select * from materials where kind = 'paper' and faculty_id = 'csit' and semester_id = '1' and subject = 'C Programming'
   and deleted_at is null order by year desc, sequence limit 100`,
);

/** Headers and body of the page, in one file; written once the product runs. */
type Page = { headers: string[]; body: string };
let page: Page | null = null;

const server = createServer((request, response) => {
  if (request.url === '/page') {
    page ??= JSON.parse(readFileSync(process.env['PAGE'] ?? '', 'utf8')) as Page;
    response.writeHead(200, page.headers).end(page.body, 'latin1');
    return;
  }
  // For nginx, which sends the bytes.
  if (request.url === '/redirected') {
    const headers = [
      'content-type',
      'application/pdf',
      'content-length',
      '0',
      'x-accel-redirect',
      '/protected/large.pdf',
    ];
    response.writeHead(200, headers).end();
    return;
  }
  if (request.url === '/list') {
    const documents = list.all();
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ total: documents.length, documents }));
    return;
  }
  const range = /bytes=(\d+)-(\d+)/.exec(request.headers.range ?? '');
  if (!range) {
    response.writeHead(200, { 'content-type': 'application/pdf', 'content-length': size });
    createReadStream(file).pipe(response);
    return;
  }
  const [start, end] = [Number(range[1]), Number(range[2])];
  response.writeHead(206, { 'content-length': end - start + 1, 'content-range': `bytes ${start}-${end}/${size}` });
  createReadStream(file, { start, end }).pipe(response);
});
server.listen(0, '127.0.0.1', () => {
  process.stdout.write(`running at http://127.0.0.1:${(server.address() as AddressInfo).port}\n`);
});
process.on('SIGTERM', () => process.exit(0));
