import { Link } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { LinkTabs } from '#app/ui/link-tabs.tsx';
import { tabStyle } from '#app/ui/tab-style.ts';
import * as words from '#messages/forum/list.ts';
import * as nouns from '#messages/nouns.ts';
import { forumFaculties } from './forum-faculties.ts';

export const discussionsPanelId = 'discussions';

/** Renders the tabs of the list: All Posts and one for each faculty of the forum. Switching tabs preserves the search terms. */
export function FacultyTabs({ facultyId, search }: { facultyId: string | null; search: string | undefined }) {
  const tabs = [{ id: null, name: words.allPosts }, ...forumFaculties];
  const row = useRef<HTMLDivElement>(null);

  useEffect(
    function showSelectedTab() {
      const scroller = row.current?.firstElementChild;
      const tab = scroller?.querySelector('[aria-selected="true"]');
      if (!scroller || !tab) return;
      const [view, box] = [scroller.getBoundingClientRect(), tab.getBoundingClientRect()];
      scroller.scrollLeft += box.left + box.width / 2 - (view.left + view.width / 2);
    },
    [facultyId],
  );

  return (
    <div ref={row} className="min-w-0">
      <LinkTabs label={nouns.faculties}>
        {tabs.map(({ id, name }) => (
          <Link
            key={name}
            role="tab"
            aria-selected={id === facultyId}
            aria-controls={id === facultyId ? discussionsPanelId : undefined}
            to="/discussions"
            search={{ faculty: id ?? undefined, search }}
            resetScroll={false}
            className={tabStyle}
          >
            {name}
          </Link>
        ))}
      </LinkTabs>
    </div>
  );
}
