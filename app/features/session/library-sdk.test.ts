import { AppwriteException, Client, Databases } from 'appwrite';
import { expect, test } from 'vitest';

/** Checks the SDK's error messages that the panel uses. An SDK release that changes them fails here. */

test('the client refuses an invalid endpoint, and a call without a required parameter, with the specified messages', async () => {
  const client = new Client();
  expect(() => client.setEndpoint('nowhere')).toThrow(/^Invalid endpoint URL/);
  const records = new Databases(client);
  const incomplete = JSON.parse('{"collectionId":"papers"}');
  await expect((async () => records.getDocument(incomplete))()).rejects.toThrow(
    new AppwriteException('Missing required parameter: "databaseId"'),
  );
});
