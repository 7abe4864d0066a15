import { Storage, type Client } from 'appwrite';
import type { CompositionAnswer, ReplacedPagesAnswer } from '#contract/schemas/answer-types.ts';
import type { Site } from '#contract/shelf.ts';
import { panelApi } from '#contract/panel-addresses.ts';
import { makeIdentifier } from '#domain/identifier.ts';
import type { Material } from '#domain/material.ts';
import { isNetworkFailure, problemOf } from '#app/features/session/library-problem.ts';
import type { SignedInCaller } from '#app/features/session/signed-in-caller.ts';
import { joinedSources, type PlannedPage } from './page-plan.ts';

/** A material that gets these pages. The first one of a list exists already. */
export type PaperToMake = { pages: readonly PlannedPage[]; title: string; year: number | null; yearBs: number | null };

/** The ids of everything that a change makes, so that a repeated request finds what was made before. */
export type ReservedIds = { changeId: string; papers: { id: string; fileId: string }[] };

export function reserveIds(papers: readonly PaperToMake[]): ReservedIds {
  return {
    changeId: makeIdentifier(),
    papers: papers.map(() => ({ id: makeIdentifier(), fileId: makeIdentifier() })),
  };
}

type ApplyParts = {
  client: Client;
  callSignedIn: SignedInCaller;
  signal: AbortSignal;
  /** Called with the number of files that are made. */
  onProgress: (done: number) => void;
};

/** Pause before a request is sent again, and the number of successive failures after which it is not. */
const againMs = 1000;
const maxLost = 20;

/**
 * Makes the files and gives them to the first of the materials and to new ones; the others of whose pages it got some
 * are joined with it. Changes no material unless all files are made. Rejects with the errors of the SDK, or with the reason of `signal`.
 */
export async function applyPlan(
  parts: ApplyParts,
  materials: readonly Material[],
  papers: readonly PaperToMake[],
  ids: ReservedIds,
): Promise<void> {
  const [material] = materials;
  if (!material) throw new Error('no material gets the pages');
  const made = papers.map((paper, index) => ({ ...paper, ...(ids.papers[index] ?? { id: '', fileId: '' }) }));
  for (const [index, { fileId, title, pages }] of made.entries()) {
    parts.onProgress(index);
    const listed = pages.map(({ source, page, turn, part }) => ({
      fileId: materials[source]?.fileId,
      page,
      turn,
      part,
    }));
    const request = { fileId, name: fileName(title), pages: listed };
    for (let state = ''; state !== 'made';)
      ({ state } = await send<CompositionAnswer>(parts, panelApi.compositions(), request));
  }
  parts.onProgress(made.length);
  const [first, ...rest] = made;
  const change = {
    changeId: ids.changeId,
    fileId: first?.fileId,
    unchangedSince: material.updatedAt,
    papers: rest.map(({ id, fileId, title, year, yearBs }) => ({ id, fileId, title, year, yearBs })),
    joined: joinedSources(papers.flatMap(({ pages }) => pages)).flatMap((source) => {
      const joined = materials[source];
      return joined ? [{ id: joined.id, unchangedSince: joined.updatedAt }] : [];
    }),
  };
  await send<ReplacedPagesAnswer>(parts, panelApi.replacePages(material.id), change);
}

/** Deletes the files of a change that was not made. Never rejects. */
export async function discardComposed(client: Client, site: Site, { papers }: ReservedIds): Promise<void> {
  const storage = new Storage(client);
  for (const { fileId } of papers)
    await storage.deleteFile({ bucketId: site.ids.bucketId, fileId }).catch(() => undefined);
}

/** Sends a request, again if no response arrives: it changes nothing the second time. */
async function send<Answer>({ client, callSignedIn, signal }: ApplyParts, address: string, body: object) {
  for (let lost = 0; ; lost += 1) {
    signal.throwIfAborted();
    try {
      const url = new URL(address, location.origin);
      const json = { 'content-type': 'application/json' };
      return (await callSignedIn(() => client.call('post', url, json, body))) as Answer;
    } catch (error) {
      const code = problemOf(error)?.code ?? 0;
      if ((!isNetworkFailure(error) && ![502, 503, 504].includes(code)) || lost === maxLost) throw error;
    }
    await new Promise((resolve) => setTimeout(resolve, againMs));
  }
}

function fileName(title: string): string {
  return `${title.replaceAll(/[\\/]/g, ' ').slice(0, 240)}.pdf`;
}
