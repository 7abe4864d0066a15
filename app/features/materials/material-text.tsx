import { useQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { Disclosure } from '#app/ui/disclosure.tsx';
import * as words from '#messages/materials/material-text.ts';
import * as nouns from '#messages/nouns.ts';
import { materialTextQuery } from './material-queries.ts';

/** Shows the text of the first pages of a material; nothing until it is loaded. */
export function MaterialTextSection({ id }: { id: string }) {
  const { shelf } = useRouter().options.context;
  const { data: text } = useQuery(materialTextQuery(shelf, id));
  if (!text) return null;
  const { pages, isCut } = text;
  return (
    <section aria-label={words.textOfPages} className="no-print mt-10 max-w-prose border-t border-hairline pt-4">
      <Disclosure summary={words.textOfPages}>
        {pages.map(({ page, source, text }, index) => (
          <div key={page} className="mt-3">
            {source !== 'html' && (
              <p className="text-sm text-muted">{source === 'ocr' ? words.recognisedPage(page) : nouns.page(page)}</p>
            )}
            <p dir="auto" className="whitespace-pre-line wrap-anywhere">
              {text}
              {isCut && index === pages.length - 1 && ' …'}
            </p>
          </div>
        ))}
      </Disclosure>
    </section>
  );
}
