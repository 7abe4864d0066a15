import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** The slowest test files, in order; all other files run after them. Only the order depends on this list. */
const longest = [
  'accessibility-phone.journey.ts',
  'accessibility-addresses.journey.ts',
  'accessibility-desktop.journey.ts',
  'keyboard.journey.ts',
  'reader.journey.ts',
  'library.journey.ts',
  'real-files.journey.ts',
  'realtime.journey.ts',
  'when-it-goes-wrong.journey.ts',
  'panel.journey.ts',
  'reader-hands.journey.ts',
  'restart.journey.ts',
  'reader-keep.journey.ts',
  'search-uploads.journey.ts',
  'reader-find.journey.ts',
  'landing.journey.ts',
  'manage-many.journey.ts',
  'sdk.journey.ts',
  'sdk-uploads.journey.ts',
  'reader-everyone.journey.ts',
  'reader-dark.journey.ts',
  'specification-controls.journey.ts',
  'reader-copies.journey.ts',
  'specification-pages.journey.ts',
  'reader-passwords.journey.ts',
  'specification-account.journey.ts',
  'specification-shelf.journey.ts',
  'small-screens.journey.ts',
  'reader-zoom.journey.ts',
  'reader-long.journey.ts',
  'guide.journey.ts',
  'import.journey.ts',
  'search.journey.ts',
  'photographs.journey.ts',
  'session.journey.ts',
  'keyboard-panel.journey.ts',
  's3.test.ts',
  'three-nodes.test.ts',
  'torture.test.ts',
  'fault-injection.test.ts',
  'hostile-texts.test.ts',
  'move-library.test.ts',
  'create-ocr.test.ts',
  'text-service.test.ts',
  'backup.test.ts',
  'picture-service.test.ts',
  'additions.test.ts',
  'documents.test.ts',
  'sqlite.test.ts',
  'reading-service.test.ts',
  'backup-under-load.test.ts',
  'open-realtime.test.ts',
  'graceful-stop.test.ts',
  'reading-copy.test.ts',
  'photographs.test.ts',
  'files.test.ts',
  'file-bytes.test.ts',
  'headers.test.ts',
  'check-library.test.ts',
  'data-folder.test.ts',
  'killed-reading.test.ts',
  'fuzz.test.ts',
];

/**
 * The suites in the order in which they run. A worker process runs the files of one suite and ends when the next file
 * is of another, so each suite must run without a break.
 */
const suites = ['rules', 'unit', 'engines', 'journeys'];

/** Runs suite after suite, each with its slowest files first, so that no core is idle at the end. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return sorted.toSorted(
      (one, other) => suites.indexOf(one.project.name) - suites.indexOf(other.project.name) || rank(one) - rank(other),
    );
  }
}

function rank({ moduleId }: TestSpecification): number {
  const index = longest.findIndex((name) => moduleId.endsWith(`/${name}`));
  return index < 0 ? longest.length : index;
}
