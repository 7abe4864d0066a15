import { openedMaterials } from './opened-materials.ts';
import { pinnedSubjects } from './pinned-subjects.ts';

/**
 * Runs in the head before anything is painted: says in an attribute of the page what this browser has stored, so that
 * Home leaves the space for it (`ReturningVisitor`).
 */
export const returningScript =
  `try{document.documentElement.dataset.returning=` +
  `(localStorage.getItem('${openedMaterials.key}')?'opened ':'')+(localStorage.getItem('${pinnedSubjects.key}')?'pinned':'')}catch(e){}`;
