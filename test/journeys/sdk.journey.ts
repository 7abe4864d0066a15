import { afterAll, beforeAll, expect, test } from 'vitest';
import { shareBrowser } from '#test/support/shared-browser.ts';
import { digest, ids } from '#test/support/library.ts';
import { openSdkPage, sdkReleases, type Sdk } from '#test/support/sdk.ts';
import { administrator, openTestServer, type TestServer } from '#test/support/server.ts';
import { casesOf } from '#test/support/sweeps.ts';

declare const Appwrite: Sdk;

/** One for all releases: each restores its initial state. */
let server: TestServer;

beforeAll(async () => {
  server = await openTestServer();
});

afterAll(() => server[Symbol.asyncDispose]());

test.each(casesOf('releases', sdkReleases, ({ release }) => release === '27' || release === '13'))(
  'the official SDK $release works against the library, unmodified, in a browser',
  async ({ name }) => {
    await using browser = await shareBrowser();
    const page = await browser.newPage();
    await openSdkPage(page, server.url, name);

    const bytes = new Uint8Array(12 * 1024 * 1024 + 321);
    for (let index = 0; index < bytes.length; index += 1) bytes[index] = (index * 31 + (index >> 8)) % 251;
    bytes.set(new TextEncoder().encode('%PDF-1.7\n'));
    const sent = digest(bytes);

    const seen = await page.evaluate(
      async ({ url, ids, account, length }) => {
        const client = new Appwrite.Client();
        client.setEndpoint(`${url}/v1`);
        client.setProject(ids.projectId);
        const users = new Appwrite.Account(client);
        const databases = new Appwrite.Databases(client);
        const storage = new Appwrite.Storage(client);
        const refusal = (work: Promise<unknown>) =>
          work.then(
            () => 'allowed',
            (error: { code: number; type: string }) => `${error.code} ${error.type}`,
          );
        const signIn = (email: string, password: string) =>
          users.createEmailPasswordSession?.(email, password) ??
          users.createEmailSession?.(email, password) ??
          Promise.reject(new Error('this release cannot sign in'));
        const content = new Uint8Array(length);
        for (let index = 0; index < content.length; index += 1) content[index] = (index * 31 + (index >> 8)) % 251;
        content.set(new TextEncoder().encode('%PDF-1.7\n'));
        const file = () => new File([content], 'twelve megabytes.pdf', { type: 'application/pdf' });
        const paper = {
          title: 'Model paper',
          subject: 'C Programming',
          year: 2024,
          facultyId: 'csit',
          semesterId: '1',
          downloadUrl: 'x',
        };

        const anonymous = {
          create: await refusal(databases.createDocument(ids.databaseId, 'papers', 'unique()', paper)),
          upload: await refusal(
            storage.createFile(ids.bucketId, Appwrite.ID.unique(), new File(['%PDF-1.7'], 'a.pdf')),
          ),
          remove: await refusal(databases.deleteDocument(ids.databaseId, 'papers', 'nothing')),
          account: await refusal(users.get()),
          wrongPassword: await refusal(signIn(account.email, 'wrong password')),
          empty: (await databases.listDocuments(ids.databaseId, 'papers')).total,
        };

        await signIn(account.email, account.password);
        const me = await users.get();
        const stored = await storage.createFile(ids.bucketId, Appwrite.ID.unique(), file());
        const downloadUrl = String(storage.getFilePreview(ids.bucketId, stored.$id));
        const made = [];
        for (const [title, year] of [
          ['Model paper', 2022],
          ['Second paper', 2024],
          ['Third paper', 2023],
        ] as const) {
          made.push(
            await databases.createDocument(ids.databaseId, 'papers', Appwrite.ID.unique(), {
              ...paper,
              title,
              year,
              downloadUrl,
            }),
          );
        }
        const { Query } = Appwrite;
        const list = await databases.listDocuments(ids.databaseId, 'papers', [
          Query['equal']!('facultyId', ['csit']),
          Query['equal']!('semesterId', ['1']),
          Query['equal']!('subject', ['C Programming']),
          Query['orderDesc']!('year'),
          Query['limit']!(2),
        ]);
        const found = await databases.listDocuments(ids.databaseId, 'papers', [Query['search']!('title', 'secon')]);
        const one = await databases.getDocument(ids.databaseId, 'papers', found.documents[0]?.$id ?? '');
        const changed = await databases.updateDocument(ids.databaseId, 'papers', made[0]?.$id ?? '', {
          title: 'Renamed paper',
        });
        const back = await (await fetch(String(storage.getFileDownload(ids.bucketId, stored.$id)))).arrayBuffer();
        const hash = await crypto.subtle.digest('SHA-256', back);
        const inUse = await refusal(storage.deleteFile(ids.bucketId, stored.$id));
        for (const each of made) await databases.deleteDocument(ids.databaseId, 'papers', each.$id);
        const left = (await databases.listDocuments(ids.databaseId, 'papers')).total;
        await users.deleteSessions();
        const after = await refusal(users.get());
        return {
          anonymous,
          email: me.email,
          stored,
          list: { total: list.total, years: list.documents.map((document) => document.year) },
          found: found.documents.map((document) => document.title),
          one: one.title,
          changed: changed.title,
          digest: [...new Uint8Array(hash)].map((byte) => byte.toString(16).padStart(2, '0')).join(''),
          inUse,
          left,
          after,
        };
      },
      { url: server.url, ids, account: administrator, length: bytes.length },
    );

    expect(seen.anonymous).toEqual({
      create: '401 user_unauthorized',
      upload: '401 user_unauthorized',
      remove: '401 user_unauthorized',
      account: '401 general_unauthorized_scope',
      wrongPassword: '401 user_invalid_credentials',
      empty: 0,
    });
    expect(seen.email).toBe(administrator.email);
    expect(seen.stored).toMatchObject({ chunksTotal: 3, chunksUploaded: 3, sizeOriginal: bytes.length });
    expect(seen.list).toEqual({ total: 3, years: [2024, 2023] });
    expect(seen.found).toEqual(['Second paper']);
    expect(seen.one).toBe('Second paper');
    expect(seen.changed).toBe('Renamed paper');
    expect(seen.digest).toBe(sent);
    expect(seen.inUse).toBe('409 general_resource_locked');
    expect(seen.left).toBe(0);
    expect(seen.after).toBe('401 general_unauthorized_scope');
  },
);
