export const usage = `Usage: npm run import -- FOLDER [options]

Stages every PDF and HTML file of a folder, also those in zip archives: guesses faculty, term, subject, kind and
year, tells what the library has already, uploads the rest. Run it again to go on after an interruption.

  --stage                 leave all of them staged, for the panel; the default, which also tells what is ready
  --publish-above NUMBER  publish what is sure to at least this degree, from 0.5 to 1; 0.9 is what the panel calls
                          ready. Duplicates, damaged and locked files are never published by this command
  --to URL                the library, default http://127.0.0.1:3000
  --help                  this text

The email and password of an administrator come from ADMIN_EMAIL and ADMIN_PASSWORD, or are asked for.

Ends with 0 when everything was staged or published, 1 when some files were not, or it was interrupted, 2 when the
command or the sign-in was wrong.
`;
