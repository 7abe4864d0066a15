/** Where the banner begins, from 0 to 1 of its slides: at random, once for each full load. */

const name = 'bannerStart';

/**
 * Runs right after the slides, before they are painted: pages are cached and come with the first slide for everybody.
 * Changes what React renders the same way a moment later.
 */
export const bannerScript =
  `(function(){var b=document.currentScript.parentNode,s=b.querySelectorAll('a'),d=b.querySelectorAll('button'),` +
  `n=Math.floor((window.${name}=Math.random())*s.length);` +
  `s.forEach(function(a,i){a.toggleAttribute('inert',i!==n)});d.forEach(function(e,i){e.setAttribute('aria-current',i===n)});` +
  `s[n].querySelector('img').loading='eager'})()`;

/** The start that the script chose, or, on a page that was not loaded but gone to, one of its own. */
export function startOfThisLoad(): number {
  const page = window as { [name]?: number };
  return (page[name] ??= Math.random());
}
