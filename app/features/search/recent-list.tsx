import { X } from 'lucide-react';
import { buttonStyle } from '#app/ui/button-style.ts';
import { forgetAllSearches, forgetSearch } from './recent-searches.ts';
import { OptionGroup, OptionList, SearchOption, type OptionProps } from './suggestion-options.tsx';

type RecentSearchesProps = OptionProps & { searches: readonly string[]; onForget: () => void };

/**
 * Lists recent searches as suggestions, each with a button that removes it. A list of suggestions may not contain
 * buttons, so the buttons are in a separate list next to it, row by row; the Delete key does the same.
 */
export function RecentSearches({ searches, onForget, ...option }: RecentSearchesProps) {
  return (
    <>
      <div className="grid grid-cols-[minmax(0,1fr)_auto]">
        <OptionList id={option.listId}>
          <OptionGroup id={`${option.listId}-recent`} label="Recent searches" labelClassName="h-11 py-3">
            {searches.map((q, index) => (
              <SearchOption key={q} {...option} q={q} index={index} />
            ))}
          </OptionGroup>
        </OptionList>
        <div className="grid justify-items-end">
          <button
            type="button"
            className={`${buttonStyle('ghost', 'small')} text-muted!`}
            onClick={() => {
              forgetAllSearches();
              onForget();
            }}
          >
            Clear all
          </button>
          {searches.map((q) => (
            <span key={q} className="flex h-12 items-center">
              <button
                type="button"
                aria-label={`Remove ${q}`}
                className={`${buttonStyle('ghost', 'icon')} text-muted!`}
                onClick={() => {
                  forgetSearch(q);
                  onForget();
                }}
              >
                <X aria-hidden="true" className="size-5" />
              </button>
            </span>
          ))}
        </div>
      </div>
      <p className="px-3 pt-1 text-sm text-muted">Kept on this device only.</p>
    </>
  );
}
