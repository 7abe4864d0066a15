import { AppwriteException, Client, Databases } from 'appwrite';
import { expect, test } from 'vitest';

/** The words of the backend client the panel uses; a release that changes them is noticed here. */

test('the client refuses an endpoint that is none, and a call that lacks a parameter, in the specified words', async () => {
  const client = new Client();
  expect(() => client.setEndpoint('nowhere')).toThrow(/^Invalid endpoint URL/);
  const records = new Databases(client);
  const incomplete = JSON.parse('{"collectionId":"papers"}');
  await expect((async () => records.getDocument(incomplete))()).rejects.toThrow(
    new AppwriteException('Missing required parameter: "databaseId"'),
  );
});
