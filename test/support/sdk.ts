import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import type { Page } from 'playwright-core';

const require = createRequire(import.meta.url);

/**
 * Releases of the official SDK with which its journeys run: the newest, and one for each difference in the protocol.
 */
export const sdkReleases = [
  { release: '27', name: 'appwrite' },
  { release: '25.2', name: 'appwrite-25' },
  { release: '24.2', name: 'appwrite-24' },
  { release: '21.5', name: 'appwrite-21' },
  { release: '17', name: 'appwrite-17' },
  { release: '13', name: 'appwrite-13' },
] as const;

/** Opens the server's address and loads the release's own, unmodified browser build into the page. */
export async function openSdkPage(page: Page, url: string, name: string): Promise<void> {
  const folder = path.dirname(require.resolve(`${name}/package.json`, { paths: [import.meta.dirname] }));
  const script = await readFile(path.join(folder, 'dist', 'iife', 'sdk.js'), 'utf8');
  await page.goto(url);
  await page.evaluate(script);
}

/**
 * The SDK's object on `window`, with the methods that the journeys use and the positional parameters that all releases
 * accept.
 */
export type Sdk = {
  Client: new () => { setEndpoint(url: string): unknown; setProject(id: string): unknown };
  Account: new (client: unknown) => {
    createEmailPasswordSession?(email: string, password: string): Promise<{ $id: string }>;
    /** The name of the function up to release 13. */
    createEmailSession?(email: string, password: string): Promise<{ $id: string }>;
    get(): Promise<{ email: string; name: string }>;
    deleteSessions(): Promise<unknown>;
  };
  Databases: new (client: unknown) => {
    listDocuments(
      d: string,
      c: string,
      queries?: string[],
    ): Promise<{
      total: number;
      documents: ({ $id: string; title: string; year: number } & Record<string, unknown>)[];
    }>;
    createDocument(d: string, c: string, id: string, data: object): Promise<{ $id: string; downloadUrl: string }>;
    getDocument(d: string, c: string, id: string): Promise<{ $id: string; title: string }>;
    updateDocument(d: string, c: string, id: string, data: object): Promise<{ title: string }>;
    deleteDocument(d: string, c: string, id: string): Promise<unknown>;
  };
  Storage: new (client: unknown) => {
    createFile(
      b: string,
      id: string,
      file: File,
    ): Promise<{ $id: string; chunksTotal: number; chunksUploaded: number; sizeOriginal: number }>;
    getFile(b: string, id: string): Promise<{ name: string }>;
    getFileDownload(b: string, id: string): string | URL;
    getFilePreview(b: string, id: string): string | URL;
    deleteFile(b: string, id: string): Promise<unknown>;
  };
  ID: { unique(): string };
  Query: Record<string, (...args: unknown[]) => string>;
};
