import type { Plugin } from 'vite';

export function collectLicences(root: string): {
  plugin: Plugin & { generateBundle(options: object, bundle: object): void };
  write(file: string): Promise<void>;
};
export function packageFolder(id: string): string | null;
