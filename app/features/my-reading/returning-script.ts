import { openedMaterials } from './opened-materials.ts';
import { pinnedSubjects } from './pinned-subjects.ts';

/**
 * Runs in the head before the first paint: sets an attribute of the page to the kinds of stored data, so that Home
 * reserves space for them (`ReturningVisitor`).
 */
export const returningScript =
  `try{document.documentElement.dataset.returning=` +
  `(localStorage.getItem('${openedMaterials.key}')?'opened ':'')+(localStorage.getItem('${pinnedSubjects.key}')?'pinned':'')}catch(e){}`;
