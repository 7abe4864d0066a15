/** Words of controls that are on many pages. */

export const breadcrumb = 'Breadcrumb';
export const loading = 'Loading…';
/** Names of the two stacks of messages, with the shortcut that focuses them. */
export const confirmations = 'Confirmations: Alt+T';
export const notifications = 'Notifications: Alt+T';
