/** Words of controls that are on many pages. */

export const breadcrumb = 'यस पेजसम्मको बाटो';
export const loading = 'लोड हुँदै छ…';
/** Names of the two stacks of messages, with the shortcut that focuses them. */
export const confirmations = 'पुष्टि सन्देशहरू: Alt+T';
export const notifications = 'सूचनाहरू: Alt+T';
