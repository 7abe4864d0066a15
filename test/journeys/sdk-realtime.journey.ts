import { afterAll, beforeAll, expect, test } from 'vitest';
import { shareBrowser } from '#test/support/shared-browser.ts';
import { makePdf } from '#test/support/documents.ts';
import { ids, openLibrarian, type Librarian } from '#test/support/library.ts';
import { openSdkPage, sdkReleases } from '#test/support/sdk.ts';
import { openTestServer, type TestServer } from '#test/support/server.ts';
import { casesOf } from '#test/support/sweeps.ts';
import { watchForTrouble } from '#test/support/trouble.ts';

type SdkEvent = { events: string[]; payload: { $id: string; title: string } };

/** The official SDK's object on `window`, as far as it is used here. */
declare const Appwrite: {
  Client: new () => {
    setEndpoint(url: string): unknown;
    setProject(id: string): unknown;
    subscribe(channels: string[], callback: (event: SdkEvent) => void): () => void;
  };
  /** From release 21.3 on. */
  Realtime?: new (client: unknown) => {
    subscribe(channels: string[], callback: (event: SdkEvent) => void): Promise<unknown>;
  };
};

/** Address format of each dialect. */
const dialects = {
  A: /channels(?:\[\]|%5B%5D)=/,
  B: /documents\[\d\]\[\]=/,
  C: /realtime\?project=examshelf$/,
};
const dialectOf = { '13': 'A', '17': 'A', '21.5': 'A', '24.2': 'B', '25.2': 'C', '27': 'C' } as const;

/** One for all releases: each publishes a separate paper. */
let server: TestServer;
let librarian: Librarian;

beforeAll(async () => {
  server = await openTestServer();
  librarian = await openLibrarian(server.url);
  await librarian.upload('file.pdf', makePdf([['One page']]), 'file');
});

afterAll(() => server[Symbol.asyncDispose]());

test.each(casesOf('releases', sdkReleases, ({ release }) => ['27', '24.2', '13'].includes(release)))(
  'the official SDK $release receives the event of a new document in its dialect',
  async ({ release, name }) => {
    const dialect = dialectOf[release];
    await using browser = await shareBrowser();
    const page = await browser.newPage();
    const trouble = watchForTrouble(page);
    const addresses: string[] = [];
    let frames = 0;
    page.on('websocket', (socket) => {
      addresses.push(decodeURI(socket.url()));
      socket.on('framereceived', () => (frames += 1));
    });
    await openSdkPage(page, server.url, name);
    const listeners = await page.evaluate(
      async ({ url, ids }) => {
        const client = new Appwrite.Client();
        client.setEndpoint(`${url}/v1`);
        client.setProject(ids.projectId);
        const heard: SdkEvent[] = [];
        Reflect.set(window, 'heard', heard);
        const channels = ['documents', `databases.${ids.databaseId}.collections.papers.documents`];
        client.subscribe(channels, (event) => heard.push(event));
        if (Appwrite.Realtime)
          await new Appwrite.Realtime(client).subscribe(channels, (event) => void heard.push(event));
        return Appwrite.Realtime ? 2 : 1;
      },
      { url: server.url, ids },
    );
    // `connected` on each connection, and in dialect C the response to its subscription.
    await expect.poll(() => frames).toBe(dialect === 'C' ? listeners * 2 : listeners);
    const id = `sent-${release}`;
    const place = { facultyId: 'csit', semesterId: '1', subject: 'C Programming' };
    await librarian.publish('paper', { ...place, title: 'Sent to the SDK', year: 2024, fileId: 'file' }, id);
    const heard = () => page.evaluate(() => Reflect.get(window, 'heard') as SdkEvent[]);
    await expect.poll(async () => (await heard()).length).toBe(listeners);
    for (const event of await heard()) {
      expect(event.events).toContain('databases.*.collections.*.documents.*.create');
      expect(event.payload).toMatchObject({ $id: id, title: 'Sent to the SDK' });
    }
    expect(addresses).toHaveLength(listeners);
    for (const address of addresses) expect(address).toMatch(dialects[dialect]);
    expect(trouble()).toEqual([]);
  },
);
