import type { Panel } from '#app/features/reader/state/reader-state.ts';
import * as words from '#messages/reader/actions.ts';

/** The panel's tabs, in order; the find bar is not a tab. */
export const panelTabs = [
  { name: 'contents', label: words.contents },
  { name: 'pages', label: words.pagesTab },
  { name: 'highlights', label: words.highlights },
] as const satisfies readonly { name: Panel; label: string }[];

export type PanelTab = (typeof panelTabs)[number]['name'];

/** Returns the open tab of the panel; null while it is closed. */
export function openTab(panel: Panel | null): PanelTab | null {
  return panelTabs.find(({ name }) => name === panel)?.name ?? null;
}
