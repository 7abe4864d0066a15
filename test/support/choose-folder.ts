import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Locator } from 'playwright-core';
import { isFirefox } from './shared-browser.ts';

/**
 * Chooses a folder in a file field. WebDriver BiDi can set only files, so in Firefox the field gets files with their
 * path in the folder, as from the browser's own dialog.
 */
export async function chooseFolder(field: Locator, folder: string): Promise<void> {
  if (!isFirefox) return field.setInputFiles(folder);
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = await Promise.all(
    entries
      .filter((entry) => entry.isFile())
      .map(async ({ parentPath, name }) => {
        const file = path.join(parentPath, name);
        return { name, at: path.relative(path.dirname(folder), file), bytes: await readFile(file, 'base64') };
      }),
  );
  await field.evaluate((input: HTMLInputElement, chosen) => {
    const transfer = new DataTransfer();
    for (const { name, at, bytes } of chosen) {
      const file = new File([Uint8Array.from(atob(bytes), (letter) => letter.charCodeAt(0))], name);
      Object.defineProperty(file, 'webkitRelativePath', { value: at });
      transfer.items.add(file);
    }
    input.files = transfer.files;
    input.dispatchEvent(new Event('change', { bubbles: true }));
  }, files);
}
