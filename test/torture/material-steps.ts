import { api } from '#contract/addresses.ts';
import { panelApi } from '#contract/panel-addresses.ts';
import { digest, ids } from '#test/support/library.ts';
import { broken, createRequests, type Connection } from './connection.ts';
import {
  certain,
  noMaterial,
  type ExpectedMaterial,
  type ExpectedShelf,
  type MaterialState,
} from './expected-shelf.ts';
import { createFileProvider } from './provide-file.ts';
import type { Random } from './seeded-random.ts';

/** A step for a material with a known state. */
export type MaterialStep = (material: ExpectedMaterial, current: MaterialState) => Promise<void>;

const location = { subject: 'C Programming', facultyId: 'csit', semesterId: '1', year: 2024 };

/** Makes the steps of one worker; each records its request and its acknowledgement. */
export function createMaterialSteps(
  name: string,
  shelf: ExpectedShelf,
  connection: Connection & { onRequest(): void },
  random: Random,
): Record<'edit' | 'replace' | 'withdraw' | 'undo' | 'purge' | 'read', MaterialStep> & { publish(): Promise<void> } {
  const send = createRequests(connection);
  const provideFile = createFileProvider(name, shelf, send, random);
  const urlOf = (fileId: string) => `${connection.url}${api.filePreview(ids, fileId)}`;

  async function change(
    material: ExpectedMaterial,
    after: MaterialState,
    method: string,
    address: string,
    body?: object,
  ) {
    material.possible = [certain(material), after];
    shelf.touched.add(material.id);
    await send(method, address, body);
    material.possible = [after];
  }

  async function publish(): Promise<void> {
    const file = await provideFile();
    const id = `${name}-m${shelf.materials.size}`;
    const material: ExpectedMaterial = { id, possible: [noMaterial] };
    shelf.materials.set(id, material);
    const first: MaterialState = {
      state: 'published',
      title: `Title ${random.below(1e6)}`,
      fileId: file.id,
      isHidden: false,
    };
    await change(material, first, 'POST', api.documents(ids, 'papers'), {
      documentId: id,
      data: { ...location, title: first.title, downloadUrl: urlOf(file.id) },
    });
  }

  async function edit(material: ExpectedMaterial, current: MaterialState): Promise<void> {
    const title = `Title ${random.below(1e6)}`;
    await change(material, { ...current, title }, 'PATCH', api.document(ids, 'papers', material.id), {
      data: { title },
    });
  }

  async function replace(material: ExpectedMaterial, current: MaterialState): Promise<void> {
    const file = await provideFile();
    await change(material, { ...current, fileId: file.id }, 'PATCH', api.document(ids, 'papers', material.id), {
      data: { downloadUrl: urlOf(file.id) },
    });
    const old = shelf.files.get(current.fileId);
    if (!old || random.onceIn(2)) return;
    old.state = 'deleting';
    shelf.touched.add(old.id);
    await send('DELETE', api.file(ids, old.id));
    old.state = 'deleted';
  }

  async function withdraw(material: ExpectedMaterial, current: MaterialState): Promise<void> {
    await change(material, { ...current, state: 'trash' }, 'DELETE', api.document(ids, 'papers', material.id));
  }

  async function undo(material: ExpectedMaterial, current: MaterialState): Promise<void> {
    await change(material, { ...current, state: 'published' }, 'POST', panelApi.restoreMaterial(material.id), {});
  }

  async function purge(material: ExpectedMaterial, current: MaterialState): Promise<void> {
    const file = shelf.files.get(current.fileId);
    if (file) {
      file.state = 'deleting';
      shelf.touched.add(file.id);
    }
    await change(material, { ...current, state: 'none' }, 'POST', panelApi.purgeMaterial(material.id), {});
    if (file) file.state = 'deleted';
  }

  async function read(_material: ExpectedMaterial, { fileId }: MaterialState): Promise<void> {
    const answer = await send('GET', api.fileDownload(ids, fileId));
    const found = digest(new Uint8Array(await answer.arrayBuffer().catch(broken)));
    if (found !== shelf.files.get(fileId)?.sha256) throw new Error(`${fileId} was answered with other bytes`);
  }

  return { publish, edit, replace, withdraw, undo, purge, read };
}
