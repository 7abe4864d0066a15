import { manageStates, uploadStates } from './panel-states.ts';
import { readerStates } from './reader-states.ts';
import { readerToolStates } from './reader-tool-states.ts';
import { browsingScreens, homeScreens, libraryScreens, otherScreens, plainScreens, searchScreens } from './screens.ts';
import { handStates, waitingStates } from './visitor-states.ts';
import type { ShotGroup } from './shot.ts';

/** Every screen and state, in the order of the index. */
export const shotGroups: readonly ShotGroup[] = [
  homeScreens,
  browsingScreens,
  libraryScreens,
  searchScreens,
  otherScreens,
  handStates,
  waitingStates,
  readerStates,
  readerToolStates,
  uploadStates,
  manageStates,
  plainScreens,
];
