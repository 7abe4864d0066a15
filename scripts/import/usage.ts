export const usage = `Usage: npm run import -- FOLDER [options]

Stages every PDF and HTML file of a folder, also those in ZIP, RAR, 7z and tar archives: guesses faculty, term,
subject, kind and year, finds what the library has already, and uploads the rest. Photographs and scans of papers, and office documents if
the library can convert them, become PDFs first. Run it again to resume after an interruption.

  --stage                 leave all of them staged, for the panel; the default, which also counts what is ready
  --publish-above NUMBER  publish what is sure to at least this degree, from 0.5 to 1; 0.9 is what the panel calls
                          ready. Duplicates, damaged and locked files are never published by this command
  --pictures make         put pictures of one folder together by name and time, and make PDFs of those that are surely
                          one paper; the default. The others are listed, to be put together in the panel
  --pictures show         only list what would be made
  --pictures skip         leave all pictures out
  --report FILE           write every path with what became of it and the reason, as CSV
  --to URL                the library, default http://127.0.0.1:3000
  --help                  this text

The email and password of an administrator come from ADMIN_EMAIL and ADMIN_PASSWORD, or are asked for.

The report lists first what becomes of pictures, then files that were not added but could become a material,
then what was left out on purpose: programs, pieces of saved pages, and the like.

Ends with 0 when everything that could be a material was staged or published, or is in the library already. Ends with 1
when something was not: pictures that may be several papers, a document without its PDF, a file or archive that cannot
be read; and when it was interrupted. What is left out on purpose does not count. Ends with 2 when the command or the
sign-in was wrong.
`;
