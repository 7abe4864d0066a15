/** Output of `npm run admin` with --help, or for an unknown command. */
export const usage = `Administrators of this library. Works while the server runs, and while it does not.

  npm run admin -- list                      lists the administrators
  npm run admin -- create EMAIL              creates one (--name "Their name")
  npm run admin -- password EMAIL            sets a new password; ends all their sessions
  npm run admin -- remove EMAIL              removes the account; ends all its sessions
                                             (the last administrator only with --force)
  npm run admin -- sessions [EMAIL]          lists the sessions (--end with EMAIL ends the sessions)
  npm run admin -- trail                     lists actions (--days 7, --limit 100, --who EMAIL,
                                             --material ID, --json)

A prompt asks for a new password without showing it. It can also come from a pipe or a file, or be generated:
  npm run admin -- create EMAIL --password-file FILE
  npm run admin -- create EMAIL --generate
A generated password is shown on a terminal. If the output goes elsewhere, it is written to a file in DATA_DIR that
the first sign-in deletes.

The library is the one in DATA_DIR (${'`'}./data${'`'} if not set). Use the server's value.
`;
