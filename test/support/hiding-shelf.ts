import { smallPdf, uploadSmallFile } from './contract-caller.ts';
import { isOnOtherEngines } from './test-place.ts';
import { files, noteData, notes, openThreeCallers } from './three-callers.ts';

export const papers = notes.replace('notes', 'papers');
export const reason = 'The owner asked: asha@library.test';

/** Opens a library with three kinds of callers; one of them publishes, hides and shows papers. */
export async function openHidingShelf() {
  // With X_ACCEL nginx would send the bytes, so the response must not name them either. It needs a disk.
  const settings: Record<string, string> = isOnOtherEngines ? {} : { X_ACCEL: '/protected' };
  const library = await openThreeCallers({ withPages: true, settings });
  const { admin, url } = library;

  async function publish(id: string, change: { file?: string; permissions?: string[] } = {}) {
    const { file = `${id}-file`, permissions } = change;
    if (!change.file) await uploadSmallFile(admin, { id: file, name: `${id}.pdf`, content: `${smallPdf}% ${id}\n` });
    const data = { ...noteData, title: `Zebrafish ${id}`, downloadUrl: `/v1${files}/${file}/preview` };
    const answer = await admin.call('POST', papers, { json: { documentId: id, data, permissions } });
    if (answer.status !== 201) throw new Error(`publishing failed: ${answer.text}`);
  }

  return {
    ...library,
    publish,
    hide: (id: string, why: string = reason) => admin.call('POST', `/materials/${id}/hide`, { json: { reason: why } }),
    show: (id: string) => admin.call('POST', `/materials/${id}/show`),
    async hidden(query = '') {
      const { json } = await admin.call('GET', `/materials/hidden${query}`);
      return (json['documents'] as { $id: string; $hiddenReason: string | null }[]).map(({ $id, $hiddenReason }) => [
        $id,
        $hiddenReason,
      ]);
    },
    async page(address: string, cookie = '') {
      const answer = await fetch(url + address, { headers: cookie ? { cookie } : {} });
      return { status: answer.status, text: await answer.text() };
    },
    [Symbol.asyncDispose]: () => library[Symbol.asyncDispose](),
  };
}
