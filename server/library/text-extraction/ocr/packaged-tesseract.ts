import { copyFileSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import { createWorker, OEM, PSM, type Worker } from 'tesseract.js';
import type { ReadingWay } from './ocr-engine.ts';
import { packagedData } from './packaged-languages.ts';

const segmentation = { columns: PSM.AUTO, block: PSM.SINGLE_BLOCK, lines: PSM.SPARSE_TEXT };

let current: { languages: string; worker: Promise<Worker> } | null = null;

/**
 * Loads tesseract.js with these languages, once. For the OCR process only. tesseract.js reads all data from one folder,
 * so the packages' files are copied into one below `folder`. It fetches nothing.
 */
export async function loadTesseract(
  languages: readonly string[],
  folder: string,
): Promise<{ read(png: Buffer, layout: ReadingWay['layout']): Promise<string> }> {
  const names = languages.join('+');
  if (current?.languages !== names) {
    await (await current?.worker)?.terminate();
    current = { languages: names, worker: start(languages, folder) };
  }
  const worker = await current.worker;
  return {
    async read(png, layout) {
      await worker.setParameters({ tessedit_pageseg_mode: segmentation[layout] });
      const { data } = await worker.recognize(png, {}, { text: false, tsv: true });
      return data.tsv ?? '';
    },
  };
}

async function start(languages: readonly string[], folder: string): Promise<Worker> {
  const langPath = path.join(folder, 'languages');
  mkdirSync(langPath, { recursive: true });
  for (const language of languages) {
    const file = packagedData(language);
    if (file === null) throw new Error(`no data of the language ${language}`);
    copyFileSync(file, path.join(langPath, path.basename(file)));
  }
  const worker = await createWorker([...languages], OEM.LSTM_ONLY, {
    langPath,
    cacheMethod: 'none',
    gzip: true,
    // Without it, tesseract.js throws in a message handler the same error with which it rejects.
    errorHandler: () => undefined,
  });
  await worker.setParameters({ user_defined_dpi: '300' });
  return worker;
}
