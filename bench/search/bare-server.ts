import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { DatabaseSync } from 'node:sqlite';

/** FTS5 alone behind node:http: the ten best rows of a match, their rowid and rank. `DATABASE` names the file. */
const database = new DatabaseSync(process.env['DATABASE'] ?? '', { readOnly: true });
database.exec('pragma cache_size = -65536');
const find = database.prepare('select rowid, rank from bare where bare match ? order by rank limit 10');

const server = createServer((request, response) => {
  const match = new URL(request.url ?? '', 'http://bare').searchParams.get('q') ?? '';
  response.setHeader('content-type', 'application/json');
  response.end(JSON.stringify(find.all(match)));
});
server.listen(0, '127.0.0.1', () => {
  const { port } = server.address() as AddressInfo;
  process.stdout.write(`running at http://127.0.0.1:${port}\n`);
});
process.on('SIGTERM', () => {
  server.close();
  server.closeAllConnections();
});
