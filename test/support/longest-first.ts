import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** The files that take the longest, in order. Only the order depends on it: other files run after them. */
const longest = [
  'accessibility-phone.journey.ts',
  'accessibility-addresses.journey.ts',
  'real-files.journey.ts',
  'when-it-goes-wrong.journey.ts',
  'accessibility-desktop.journey.ts',
  'keyboard.journey.ts',
  'library.journey.ts',
  'realtime.journey.ts',
  'sdk-uploads.journey.ts',
  'search-uploads.journey.ts',
  'reader-find.journey.ts',
  'reader-hands.journey.ts',
  'reader.journey.ts',
  'reader-keep.journey.ts',
  'reader-everyone.journey.ts',
  'specification-controls.journey.ts',
  'reader-passwords.journey.ts',
  'reader-long.journey.ts',
  'landing.journey.ts',
  'reader-copies.journey.ts',
  'reader-dark.journey.ts',
  'session.journey.ts',
  'guide.journey.ts',
  'small-screens.journey.ts',
  'addresses.journey.ts',
  'torture.test.ts',
  'fault-injection.test.ts',
  'hostile-texts.test.ts',
  'open-realtime.test.ts',
  'graceful-stop.test.ts',
  'create-ocr.test.ts',
  'backup.test.ts',
  'text-service.test.ts',
  'picture-service.test.ts',
  'reading-service.test.ts',
  'check-library.test.ts',
  'file-bytes.test.ts',
  'fuzz.test.ts',
  'backup-under-load.test.ts',
  'killed-reading.test.ts',
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
