import { useQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { Disclosure } from '#app/ui/disclosure.tsx';
import { materialTextQuery } from './material-queries.ts';

/** Shows the text of the first pages of a material; nothing until it is loaded. */
export function MaterialTextSection({ id }: { id: string }) {
  const { shelf } = useRouter().options.context;
  const { data: text } = useQuery(materialTextQuery(shelf, id));
  if (!text) return null;
  const { pages, isCut } = text;
  return (
    <section aria-label="Text of the first pages" className="no-print mt-10 max-w-prose border-t border-hairline pt-4">
      <Disclosure summary="Text of the first pages">
        {pages.map(({ page, source, text }, index) => (
          <div key={page} className="mt-3">
            {source !== 'html' && (
              <p className="text-sm text-muted">
                Page {page}
                {source === 'ocr' && '. Its text was recognised by a program and may have mistakes.'}
              </p>
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
