/**
 * Runs in the head. Collects what React would miss, or undo, because it hydrates the page seconds later on a slow phone:
 * changes of form controls, and a click on a link that opens a dialog (View, Details …), which would open the file itself
 * instead of the reader. A second click on the same link follows it at once, and so does a click once a script has failed.
 * Every page has it, so its names are short.
 */
export const earlyInputScript =
  `var e=self.earlyInput={stop:new AbortController,changed:new Map},o={capture:true,signal:e.stop.signal},failed;` +
  `function release(){var l=e.link;delete e.link;l&&l.removeAttribute('aria-busy');return l}` +
  `addEventListener('click',function(v){var l=v.target.closest('a[aria-haspopup=dialog]');` +
  `if(l&&l!=e.link&&!(failed||v.button||v.metaKey||v.ctrlKey||v.shiftKey||v.altKey)){` +
  `v.preventDefault();v.stopImmediatePropagation();release();e.link=l;e.isUsed=1;l.setAttribute('aria-busy','true')}},o);` +
  `addEventListener('error',function(v){if(v.target.tagName=='SCRIPT'){failed=1;var l=release();l&&(location=l.href)}},o);` +
  `addEventListener('input',function(v){e.isUsed=1;e.changed.set(v.target,v.target.value)},o);` +
  `addEventListener('focusin',function(){e.isUsed=1},o);`;
