import { api } from '#contract/addresses.ts';
import { administrator } from '#test/support/server.ts';
import { makeBook } from '#test/support/documents.ts';
import { ids } from '#test/support/library.ts';
import { createSender, type Sent } from './send.ts';
import { createTally, type Tally } from './tally.ts';

export type Work = {
  /** Signing in, publishing, editing, deleting, reading the account. */
  steps: Tally;
  uploads: Tally;
};

/** Pause between actions, shorter than that of a person who reads the page. */
const pauseMs = 2000;

/**
 * Works in the panel as one administrator, repeatedly: signs in, uploads a paper, publishes, renames and deletes it.
 * Ids begin with `prefix`.
 */
export async function work(url: string, signal: AbortSignal, prefix = 'paper'): Promise<Work> {
  const sender = createSender(url);
  const steps = createTally();
  const uploads = createTally();
  const bytes = makeBook('paper of the soak', 3, { padBytes: 60_000 });
  let cookie = '';

  const ask = async (tally: Tally, sent: Sent) => {
    const outcome = await sender.send({ ...sent, from: '127.0.2.1', headers: { ...sent.headers, cookie } });
    tally.add(outcome);
    if (outcome.cookie) cookie = outcome.cookie;
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
    return outcome;
  };
  const step = (method: string, path: string, body?: object) =>
    ask(steps, {
      method,
      path,
      headers: { 'content-type': 'application/json' },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });

  for (let round = 0; !signal.aborted; round += 1) {
    cookie = '';
    await step('POST', `${api.accountSessions()}/email`, administrator);
    const id = `${prefix}-${round}`;
    const form = new Response(makeForm(id, bytes));
    const type = form.headers.get('content-type') ?? '';
    const body = Buffer.from(await form.arrayBuffer());
    const sent = { method: 'POST', path: api.files(ids), headers: { 'content-type': type }, body };
    // Without its file the paper cannot be published, and 4xx would be the right response.
    if ((await ask(uploads, sent)).status !== 201) continue;
    const data = {
      title: `Paper of the soak ${round}`,
      facultyId: 'csit',
      semesterId: '1',
      subject: 'C Programming',
      year: 2025,
      downloadUrl: `${url}${api.filePreview(ids, id)}`,
    };
    await step('POST', api.documents(ids, 'papers'), { documentId: id, data });
    await step('PATCH', api.document(ids, 'papers', id), { data: { title: `Renamed ${round}` } });
    await step('GET', api.account());
    await step('DELETE', api.document(ids, 'papers', id), {});
  }
  sender.close();
  return { steps, uploads };
}

function makeForm(id: string, bytes: Uint8Array): FormData {
  const form = new FormData();
  form.set('fileId', id);
  form.set('file', new File([new Uint8Array(bytes)], `${id}.pdf`));
  return form;
}
