/** True if people read a text at this place. */
export function isRead(text: string, place: 'always' | 'perhaps' | 'never'): boolean;
