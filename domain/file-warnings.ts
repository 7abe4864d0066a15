/** The warnings that are stored with a file. Searches compare them, so changing one needs a migration. */
export const lockedPdf = 'This PDF needs a password to open.';
export const portfolioPdf =
  'This PDF is a portfolio: its papers are files inside it, and readers see only its cover sheet.';
export const damagedPdf = 'This PDF looks damaged. Readers may see “Failed to load PDF file.”';
export const damagedPicture = 'This picture looks damaged and may not be shown.';
