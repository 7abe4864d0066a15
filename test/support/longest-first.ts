import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Files that take the longest, the longest first. Only the order depends on it: a file not named here runs after them. */
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
  'torture.test.ts',
  'fault-injection.test.ts',
  'open-realtime.test.ts',
  'file-bytes.test.ts',
  'picture-service.test.ts',
];

/** Starts the longest files first, so that no core waits at the end for one that began last. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return sorted.toSorted((one, other) => rank(one) - rank(other));
  }
}

function rank({ moduleId }: TestSpecification): number {
  const place = longest.findIndex((name) => moduleId.endsWith(`/${name}`));
  return place < 0 ? longest.length : place;
}
