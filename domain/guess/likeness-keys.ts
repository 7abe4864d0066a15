/**
 * What files have in common for whom one answer can be taken over. `folder`: the same folder, whatever they are called.
 * `pattern`: also the same name but for its numbers, as in `OS 2078.pdf` and `OS 2079.pdf`. Equal keys mean yes.
 */
export function likenessKeys(path: string): { folder: string; pattern: string } {
  // Far more than the names of a file system have; the end of a path is what tells files apart.
  const names = path
    .slice(-4000)
    .normalize('NFC')
    .toLowerCase()
    .split(/[/\\]+/);
  const name = (names.pop() ?? '').replace(/\p{Nd}+/gu, '#').replace(/[^\p{L}\p{M}#]+/gu, ' ');
  const folder = names.filter((each) => each.trim() !== '').join('/');
  return { folder, pattern: `${folder}/${name.trim()}` };
}
