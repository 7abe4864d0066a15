/** The file of SQLite below the data folder. */
export const sqliteFileName = 'examshelf.sqlite';
