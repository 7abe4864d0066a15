/** Words about the text extraction of a material, and of the files of which it failed. */

import { counted, digits, list, number } from './format.ts';

export const fullTextSearch = 'पूरा पाठमा खोजी';
export const notExtracted = 'पाठ अझै निकालिएको छैन।';

/** Numbers of pages. `skipped` are beyond the limit of a file. */
type Pages = { unread: number; read: number; failed: number; skipped: number; total: number };
/** `१२ पृष्ठमध्ये १० मा खोज्न मिल्छ; २ बाट पाठ निकाल्न बाँकी छ।` */
export function summary({ unread, read, failed, skipped, total }: Pages): string {
  const all = total === 1 ? 'यसको पृष्ठमा खोज्न मिल्छ' : `सबै ${counted(total, 'पृष्ठ')}मा खोज्न मिल्छ`;
  const parts = [read === total ? all : `${counted(total, 'पृष्ठ')}मध्ये ${number(read)} मा खोज्न मिल्छ`];
  if (unread > 0) parts.push(`${number(unread)} बाट पाठ निकाल्न बाँकी छ`);
  if (failed > 0) parts.push(`${number(failed)} पढ्न सकिएन`);
  if (skipped > 0) parts.push(`सीमाभन्दा बाहिर परेको ${number(skipped)} छोडिएको छ`);
  return `${parts.join('; ')}।`;
}
/** Names the pages with the same reason: `पृष्ठ २, ३ र ७: धेरै समय लाग्यो।` */
export function failure(pages: readonly number[], reason: string): string {
  const listed = list(pages.map((page) => digits(page)));
  return `पृष्ठ ${listed}: ${reason}।`;
}

export const readAgain = 'फेरि पढ्नुहोस्';
export const readAllAgain = 'सबै फेरि पढ्नुहोस्';
export const readingAgain = 'फेरि पढिँदै छ';
export const willBeRead = (pages: number) => `${counted(pages, 'पृष्ठ')} फेरि पढिन्छ।`;
export const willBeReadOf = (pages: number, title: string) => `“${title}” का ${counted(pages, 'पृष्ठ')} फेरि पढिन्छ।`;
export const cannotReadAgain = 'पृष्ठहरू फेरि पढ्न सकिँदैन';

export const failedPages = 'पढ्न नसकिएका पृष्ठ';
export const postponedPages = 'पछि फेरि प्रयास गरिने पृष्ठ';
export const moreFiles = (count: number) => `अरू ${counted(count, 'वटा फाइल')} पनि ${count === 1 ? 'छ' : 'छन्'}।`;
