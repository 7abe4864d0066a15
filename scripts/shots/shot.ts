import type { Page } from 'playwright-core';
import type { StageName } from './stages.ts';

/** The three window sizes of the pictures. */
export const sizes = [
  { name: 'phone', width: 390, height: 844 },
  { name: 'tablet', width: 768, height: 1024 },
  { name: 'desktop', width: 1440, height: 900 },
] as const;
export const themes = ['light', 'dark'] as const;

export type Size = (typeof sizes)[number];
export type Theme = (typeof themes)[number];

/** One screen in one state, and the way to reach it. */
export type Shot = {
  /** Unique name; the names of the pictures begin with it. */
  name: string;
  /** Address that is opened first; without one, `bringUp` opens a page itself. */
  address?: string;
  /** Library of the picture; `samples` by default. */
  stage?: StageName;
  /** With the administrator's persistent session. */
  isSignedIn?: boolean;
  hasScripts?: boolean;
  /** An overlay covers the page: the picture shows the window, not the whole page. */
  isWindow?: boolean;
  /** The sizes on which the state exists, if not on all. */
  sizes?: readonly Size['name'][];
  /** Errors on the console are part of the state. */
  isTroubled?: boolean;
  /** Runs before anything is opened: delays or refuses requests, installs a clock. */
  prepare?: (page: Page, url: string) => Promise<unknown>;
  /** Brings the opened page into the state; throws if it can't. */
  bringUp?: (page: Page, url: string) => Promise<unknown>;
};

/** Shots that are together in the index. */
export type ShotGroup = { title: string; shots: readonly Shot[] };

/** Returns the file name of a picture. */
export function pictureName(shot: Shot, size: Size, theme: Theme): string {
  return `${shot.name}-${size.name}-${theme}.png`;
}
