/** Number of days for which a deleted material stays in the trash, from which it can be restored. */
export const trashDays = 30;
