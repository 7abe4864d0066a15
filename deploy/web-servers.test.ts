import { createHash } from 'node:crypto';
import { chmod } from 'node:fs/promises';
import http from 'node:http';
import { describe, expect, test } from 'vitest';
import { api, pages } from '#contract/addresses.ts';
import { ids, openLibrarian } from '#test/support/library.ts';
import { makePdf } from '#test/support/documents.ts';
import { exchange } from '#test/support/raw-connection.ts';
import { listenAt } from '#test/support/realtime.ts';
import { openTestServer } from '#test/support/server.ts';
import { freePort, isInstalled, openShippedCaddy, openShippedNginx } from '#test/support/web-server.ts';

/** Runs the shipped configurations of web servers where the programs are installed. */

const fronts = [
  { program: 'nginx', settings: { X_ACCEL: '/protected' } },
  { program: 'caddy', settings: {} },
] as const;

for (const { program, settings } of fronts) {
  const isMissing = !isInstalled(program);
  if (isMissing) process.stdout.write(`${program} is not installed: its configuration is not tried\n`);

  describe.skipIf(isMissing)(`behind ${program}`, () => {
    /** Opens the library behind the web server; `url` is the visitors' address. */
    async function openBehind() {
      const port = await freePort();
      const url = `http://127.0.0.1:${port}`;
      const server = await openTestServer({
        settings: { PUBLIC_URL: url, TRUSTED_PROXIES: '127.0.0.1', ...settings },
      });
      await chmod(server.dataDir, 0o755);
      const parts = { port, upstream: server.url, dataDir: server.dataDir };
      const front = program === 'nginx' ? await openShippedNginx(parts) : await openShippedCaddy(parts);
      let closing: Promise<void> | null = null;
      const closeLibrary = () => (closing ??= server[Symbol.asyncDispose]());
      return {
        url,
        readLogs: front.readLogs,
        /** Ends the library, so that the web server has nothing to pass requests to. */
        closeLibrary,
        async [Symbol.asyncDispose]() {
          await front[Symbol.asyncDispose]();
          await closeLibrary();
        },
      };
    }

    test('the log folder has nothing about a visitor who searches, even when the library does not respond', async () => {
      await using library = await openBehind();
      expect(await search(library.url)).toBe(200);
      await library.closeLibrary();
      expect(await search(library.url)).toBe(502);
      const logs = await library.readLogs();
      for (const trace of Object.values(visitor)) expect(logs).not.toContain(trace);
    });

    test('files arrive whole, in ranges and with the headers that keep browsers safe', async () => {
      await using library = await openBehind();
      const librarian = await openLibrarian(library.url);
      const bytes = makePdf([['A page that is read through a web server']]);
      const { $id } = await librarian.upload('Waves.pdf', bytes);
      const whole = await librarian.send('GET', api.fileView(ids, $id));
      expect(whole.status).toBe(200);
      expect(digest(await whole.bytes())).toBe(digest(bytes));
      expect(whole.headers.get('content-type')).toBe('application/pdf');
      expect(whole.headers.get('x-content-type-options')).toBe('nosniff');
      expect(whole.headers.get('content-security-policy')).toContain('sandbox');
      expect(whole.headers.get('referrer-policy')).toBe('strict-origin-when-cross-origin');
      expect(whole.headers.get('accept-ranges')).toBe('bytes');
      const part = await librarian.send('GET', api.fileView(ids, $id), undefined, { range: 'bytes=3-9' });
      expect(part.status).toBe(206);
      expect(Buffer.from(await part.bytes())).toEqual(Buffer.from(bytes.subarray(3, 10)));
    });

    test('a long query arrives, a refused upload gets its response, and lists update automatically', async () => {
      await using library = await openBehind();
      const long = await fetch(`${library.url}/healthz?q=${'x'.repeat(60_000)}`);
      expect(long.status).toBe(200);
      for (let attempt = 0; attempt < 10; attempt += 1) {
        const refused = await exchange(library.url, refusedUpload(library.url));
        expect(refused.answer.split('\r\n')[0]).toBe('HTTP/1.1 401 Unauthorized');
      }
      using listener = await listenAt(library.url, { words: '&channels[]=documents' });
      expect((await listener.next()).type).toBe('connected');
    });

    test('the X-Forwarded-For of a visitor is not trusted', async () => {
      await using library = await openBehind();
      const answers: number[] = [];
      for (let attempt = 0; attempt < 12; attempt += 1) {
        const answer = await fetch(`${library.url}${api.accountSessions()}/email`, {
          method: 'POST',
          headers: {
            'content-type': 'application/json',
            'x-appwrite-project': ids.projectId,
            'x-forwarded-for': `203.0.113.${attempt}`,
          },
          body: JSON.stringify({ email: 'stranger@library.test', password: 'not the password' }),
        });
        answers.push(answer.status);
      }
      expect(answers.at(-1)).toBe(429);
    });
  });
}

/** Traces of a visitor that a log could have. Any address of 127.0.0.0/8 can send to loopback addresses. */
const visitor = {
  address: '127.0.0.77',
  words: 'zirconium',
  referrer: 'referrer.example',
  browser: 'BrowserOfAVisitor',
};

/** Searches as that visitor. Returns the status. */
function search(url: string): Promise<number> {
  const headers = { referer: `https://${visitor.referrer}/`, 'user-agent': visitor.browser };
  const options = { localAddress: visitor.address, headers };
  return new Promise((resolve, reject) => {
    const request = http.get(`${url}${pages.search()}?q=${visitor.words}`, options, (response) => {
      response.resume().once('end', () => resolve(response.statusCode ?? 0));
    });
    request.once('error', reject);
  });
}

function digest(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

/** An upload without a session, with a body of 3 MB. */
function refusedUpload(url: string): Buffer {
  const body = Buffer.alloc(3 * 1024 * 1024, 'a');
  const head = [
    `POST ${api.files(ids)} HTTP/1.1`,
    `Host: ${new URL(url).host}`,
    `X-Appwrite-Project: ${ids.projectId}`,
    'Content-Type: multipart/form-data; boundary=frontier',
    `Content-Length: ${body.length}`,
    'Connection: close',
  ];
  return Buffer.concat([Buffer.from(`${head.join('\r\n')}\r\n\r\n`), body]);
}
