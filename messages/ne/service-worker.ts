/** Responses of the service worker instead of the server. */

/** Shown if the address of the file itself is open. */
export const damagedFile = 'यस डिभाइसमा भएको यस फाइलको प्रति बिग्रिएको छ।';
/** A page without styles, when the browser has removed everything stored. */
export const offline = 'तपाईं अफलाइन हुनुहुन्छ';
export const notOnDevice = 'यो पेज यस डिभाइसमा छैन।';
