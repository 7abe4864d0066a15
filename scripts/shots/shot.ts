import type { Page } from 'playwright-core';
import type { StageName } from './stages.ts';

/** The three windows every screen is looked at in (design section 6). */
export const sizes = [
  { name: 'phone', width: 390, height: 844 },
  { name: 'tablet', width: 768, height: 1024 },
  { name: 'desktop', width: 1440, height: 900 },
] as const;
export const themes = ['light', 'dark'] as const;

export type Size = (typeof sizes)[number];
export type Theme = (typeof themes)[number];

/** One screen in one state, and how it is brought up. */
export type Shot = {
  /** Unique; the pictures' names begin with it. */
  name: string;
  /** Opened first; without one, `bringUp` goes where it wants. */
  address?: string;
  /** The library it is looked at in; `samples` when left out. */
  stage?: StageName;
  /** With the administrator's kept session. */
  isSignedIn?: boolean;
  hasScripts?: boolean;
  /** Something lies over the page: the picture shows the window, not the whole page. */
  isWindow?: boolean;
  /** Where the state does not exist on all of them. */
  sizes?: readonly Size['name'][];
  /** Errors on the console belong to the state. */
  isTroubled?: boolean;
  /** Before anything is opened: requests held back or refused, a clock of one's own. */
  prepare?: (page: Page, url: string) => Promise<unknown>;
  /** From the opened page to the state; throws when it cannot be reached. */
  bringUp?: (page: Page, url: string) => Promise<unknown>;
};

/** Shots that stand together in the index. */
export type ShotGroup = { title: string; shots: readonly Shot[] };

/** What the file of a picture is called. */
export function pictureName(shot: Shot, size: Size, theme: Theme): string {
  return `${shot.name}-${size.name}-${theme}.png`;
}
