import { openIndexShelf } from './index-shelf.ts';

/**
 * A process that updates or rebuilds the index of a folder and kills itself at the given change of the index: `node
 * index-until-killed.ts FOLDER CHANGES reconcile|rebuild`. With 0, it runs to the end.
 */
const [folder = '', changes = '0', work = 'reconcile'] = process.argv.slice(2);
let left = Number(changes);

const shelf = await openIndexShelf(folder, () => {
  left -= 1;
  if (left === 0) process.kill(process.pid, 'SIGKILL');
});
if (work === 'rebuild') await shelf.keeper.rebuild();
else await shelf.keeper.reconcile();
await shelf.keeper.idle();
await shelf.close();
