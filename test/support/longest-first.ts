import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** The files that take the longest, in order. Only the order depends on it: other files run after them. */
const longest = [
  'accessibility-phone.journey.ts',
  'accessibility-desktop.journey.ts',
  'real-files.journey.ts',
  'keyboard.journey.ts',
  'reader.journey.ts',
  'reader-hands.journey.ts',
  'when-it-goes-wrong.journey.ts',
  'small-screens.journey.ts',
  'library.journey.ts',
  'realtime.journey.ts',
  'reader-find.journey.ts',
  'reader-keep.journey.ts',
  'addresses.journey.ts',
  'sdk-uploads.journey.ts',
  'reader-passwords.journey.ts',
  'search-uploads.journey.ts',
  'reader-long.journey.ts',
  'torture.test.ts',
  'fault-injection.test.ts',
  'hostile-texts.test.ts',
  'open-realtime.test.ts',
  'file-bytes.test.ts',
  'picture-service.test.ts',
  'backup-under-load.test.ts',
  'text-service.test.ts',
  'create-ocr.test.ts',
];

/** Starts the longest files first, so that no core is idle at the end while one of them runs. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return sorted.toSorted((one, other) => rank(one) - rank(other));
  }
}

function rank({ moduleId }: TestSpecification): number {
  const index = longest.findIndex((name) => moduleId.endsWith(`/${name}`));
  return index < 0 ? longest.length : index;
}
