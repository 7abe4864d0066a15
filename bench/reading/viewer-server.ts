import { readFile } from 'node:fs/promises';
import { Agent, createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const pdfjs = path.dirname(fileURLToPath(import.meta.resolve('pdfjs-dist/package.json')));

const imports = {
  'pdfjs-dist': '/pdfjs/build/pdf.min.mjs',
  'pdfjs-dist/web/pdf_viewer.mjs': '/pdfjs/web/pdf_viewer.mjs',
};

const page = `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>pdf.js viewer</title>
<link rel="icon" href="data:,"><link rel="stylesheet" href="/pdfjs/web/pdf_viewer.css">
<style>body { margin: 0 } #viewerContainer { position: absolute; inset: 0; overflow: auto }</style></head>
<body><div id="viewerContainer"><div id="viewer" class="pdfViewer"></div></div>
<script type="importmap">${JSON.stringify({ imports })}</script>
<script type="module" src="/viewer-page.mjs"></script></body></html>`;

const types: Record<string, string> = { '.mjs': 'text/javascript', '.css': 'text/css', '.wasm': 'application/wasm' };

/**
 * Serves pdf.js's viewer components on a plain page, from the same package our reader is built with. All other
 * requests are passed on to the library at `libraryUrl`, so that both readers get the same bytes and
 * ranges from the same server.
 */
export async function openViewerServer(
  libraryUrl: string,
): Promise<{ url: string; [Symbol.asyncDispose](): Promise<void> }> {
  const agent = new Agent({ keepAlive: true });
  const server = createServer((asked, answer) => {
    const address = new URL(asked.url ?? '/', libraryUrl);
    const own = ownFile(address.pathname);
    if (address.pathname === '/viewer') send(answer, 'text/html', Buffer.from(page));
    else if (own) {
      readFile(own).then(
        (bytes) => send(answer, types[path.extname(own)] ?? 'application/octet-stream', bytes),
        () => answer.writeHead(404).end(),
      );
    } else handOn(asked, answer, address, agent);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      agent.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function ownFile(pathname: string): string | null {
  if (pathname === '/viewer-page.mjs') return path.join(import.meta.dirname, 'viewer-page.mjs');
  return pathname.startsWith('/pdfjs/') ? path.join(pdfjs, pathname.slice('/pdfjs/'.length)) : null;
}

function send(answer: ServerResponse, type: string, bytes: Buffer): void {
  answer.writeHead(200, { 'content-type': type, 'cache-control': 'public, max-age=31536000, immutable' }).end(bytes);
}

function handOn(asked: IncomingMessage, answer: ServerResponse, address: URL, agent: Agent): void {
  const passing = request(
    address,
    { method: asked.method ?? 'GET', headers: { ...asked.headers, host: address.host }, agent },
    (response) => {
      answer.writeHead(response.statusCode ?? 502, response.headers);
      response.pipe(answer);
    },
  );
  passing.on('error', () => answer.destroy());
  // Stop when the reader has cancelled the request.
  answer.on('close', () => passing.destroy());
  asked.pipe(passing);
}
