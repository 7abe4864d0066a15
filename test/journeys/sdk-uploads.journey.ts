import { afterAll, beforeAll, expect, test } from 'vitest';
import { chunkBytes } from '#domain/text/chunk.ts';
import { shareBrowser } from '#test/support/shared-browser.ts';
import { ids } from '#test/support/library.ts';
import { openSdkPage, sdkReleases, type Sdk } from '#test/support/sdk.ts';
import { administrator, openTestServer, type TestServer } from '#test/support/server.ts';
import { casesOf } from '#test/support/sweeps.ts';

declare const Appwrite: Sdk;

const megabyte = 1024 * 1024;

/** One for all releases: their files have different names. */
let server: TestServer;

beforeAll(async () => {
  server = await openTestServer();
});

afterAll(() => server[Symbol.asyncDispose]());

test.each(casesOf('releases', sdkReleases, ({ release }) => release === '27'))(
  'chunks sent with the official SDK $release arrive complete, and resume after an interruption',
  async ({ release, name }) => {
    // From 25.2 on up to eight chunks are sent at once, after the first has arrived.
    const isParallel = name === 'appwrite' || name === 'appwrite-25';
    const length = (isParallel ? 42 : 17) * megabyte + 17;
    const chunks = Math.ceil(length / chunkBytes);
    const breaksAt = isParallel ? 6 : 3;
    await using browser = await shareBrowser();
    const page = await browser.newPage();
    await openSdkPage(page, server.url, name);

    const seen = await page.evaluate(
      async ({ url, ids, account, length, breaksAt, wholeId, brokenId }) => {
        const client = new Appwrite.Client();
        client.setEndpoint(`${url}/v1`);
        client.setProject(ids.projectId);
        const users = new Appwrite.Account(client);
        const storage = new Appwrite.Storage(client);
        await (users.createEmailPasswordSession?.(account.email, account.password) ??
          users.createEmailSession?.(account.email, account.password));

        // Counts the sent chunks, records how many are sent at once, and may break the connection.
        const line = { sent: 0, now: 0, most: 0, breaksAt: Infinity, underWay: new Set<Promise<unknown>>() };
        const carry = window.fetch.bind(window);
        window.fetch = async (input, init) => {
          if (init?.method?.toUpperCase() !== 'POST') return carry(input, init);
          line.sent += 1;
          if (line.sent >= line.breaksAt) throw new TypeError('Failed to fetch');
          line.now += 1;
          line.most = Math.max(line.most, line.now);
          const answer = carry(input, init).finally(() => {
            line.now -= 1;
          });
          line.underWay.add(answer);
          return answer;
        };

        const content = new Uint8Array(length);
        for (let index = 0; index < length; index += 1) content[index] = (index * 31 + (index >> 8)) % 251;
        content.set(new TextEncoder().encode('%PDF-1.7\n'));
        const file = () => new File([content], 'many chunks.pdf', { type: 'application/pdf' });
        const hash = async (bytes: BufferSource) =>
          [...new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))].join(' ');
        const sent = await hash(content);
        const readBack = async (id: string) =>
          hash(await (await carry(String(storage.getFileDownload(ids.bucketId, id)))).arrayBuffer());

        const whole = await storage.createFile(ids.bucketId, wholeId, file());
        const wholeSent = { chunks: line.sent, most: line.most, isSame: (await readBack(wholeId)) === sent };

        line.sent = 0;
        line.breaksAt = breaksAt;
        const broken = await storage.createFile(ids.bucketId, brokenId, file()).then(
          () => 'arrived',
          (error: Error) => error.message,
        );
        await Promise.allSettled(line.underWay);
        const hidden = (await carry(String(storage.getFileDownload(ids.bucketId, brokenId)))).status;
        line.sent = 0;
        line.breaksAt = Infinity;
        const resumed = await storage.createFile(ids.bucketId, brokenId, file());
        const resumedSent = { chunks: line.sent, isSame: (await readBack(brokenId)) === sent };
        return { whole, wholeSent, broken, hidden, resumed, resumedSent };
      },
      {
        url: server.url,
        ids,
        account: administrator,
        length,
        breaksAt,
        wholeId: `whole-${release}`,
        brokenId: `broken-${release}`,
      },
    );

    const finished = { chunksTotal: chunks, chunksUploaded: chunks, sizeOriginal: length };
    expect(seen.whole).toMatchObject(finished);
    expect(seen.wholeSent).toMatchObject({ chunks, isSame: true });
    expect(seen.wholeSent.most).toBe(isParallel ? 8 : 1);
    expect(seen.broken).toContain('Failed to fetch');
    expect(seen.hidden).toBe(404);
    expect(seen.resumed).toMatchObject({ $id: `broken-${release}`, ...finished });
    // Releases up to 15 ask for the progress; later ones send everything again under the same id.
    expect(seen.resumedSent).toEqual({
      chunks: name === 'appwrite-13' ? chunks - (breaksAt - 1) : chunks,
      isSame: true,
    });
  },
);
