/**
 * Runs in the head. A click on a link that opens a dialog (View, Details …) waits until the app has hydrated the page, and
 * is then repeated: on a slow phone this takes seconds, in which the link would open the file itself instead of the
 * reader. A second click on the same link follows it at once, and so does a click after a script has failed.
 */
export const earlyClicksScript =
  `var root=document.documentElement,waiting,failed;` +
  `function release(){var link=waiting;waiting=0;if(link)link.removeAttribute('aria-busy');return link}` +
  `function follow(event){if(event.type=='error'&&event.target.tagName!='SCRIPT')return;failed=1;var link=release();if(link)location.href=link.href}` +
  `function hold(event){var link=event.target.closest('a[aria-haspopup=dialog]');` +
  `if(failed||!link||link==waiting||event.button||event.metaKey||event.ctrlKey||event.shiftKey||event.altKey)return;` +
  `event.preventDefault();event.stopImmediatePropagation();release();waiting=link;link.setAttribute('aria-busy','true')}` +
  `addEventListener('click',hold,true);addEventListener('error',follow,true);addEventListener('unhandledrejection',follow);` +
  `new MutationObserver(function(changes,observer){if(!('hydrated' in root.dataset))return;observer.disconnect();` +
  `removeEventListener('click',hold,true);removeEventListener('error',follow,true);removeEventListener('unhandledrejection',follow);` +
  `var link=release();if(link)link.click()}).observe(root,{attributes:true,attributeFilter:['data-hydrated']});`;
