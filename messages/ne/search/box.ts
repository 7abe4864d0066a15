/** Words of the search box, and of the dialog and the control in the header that contain or open it. */

export const placeholder = 'प्रश्नका शब्द खोज्नुहोस्';
