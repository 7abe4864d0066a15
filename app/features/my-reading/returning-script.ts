import type { LocalKey } from '#contract/browser-storage.ts';
import { openedMaterials } from './opened-materials.ts';
import { pinnedSubjects } from './pinned-subjects.ts';

/** Key of the names of saved materials (app/features/offline-files/), spelled out to leave its code out of this one. */
const savedKey: LocalKey = 'kept-offline';

/**
 * Runs in the head before the first paint: sets an attribute of the page to the kinds of stored data, so that Home
 * reserves space for them (`ReturningVisitor`, `OfflineParts`).
 */
export const returningScript =
  `try{document.documentElement.dataset.returning=` +
  `(localStorage.getItem('${openedMaterials.key}')?'opened ':'')+(localStorage.getItem('${pinnedSubjects.key}')?'pinned ':'')+(localStorage.getItem('${savedKey}')?'saved':'')}catch(e){}`;
