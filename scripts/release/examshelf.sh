#!/bin/sh
# bin/examshelf of a release: starts the server or runs a command, with the Node of the release. `examshelf start` needs
# nothing else on the machine. Settings come from the environment.
set -eu
release=$(dirname "$(dirname "$(readlink -f "$0")")")
command=${1-}
if [ "$command" = start ]; then
  exec "$release/bin/node" "$release/main.ts"
fi
if [ -n "$command" ] && [ -f "$release/scripts/$command.ts" ]; then
  shift
  exec "$release/bin/node" "$release/scripts/$command.ts" "$@"
fi
{
  echo "Usage: examshelf COMMAND [ARGUMENTS]"
  echo "Commands: start" $(cd "$release/scripts" && for file in *.ts; do echo "${file%.ts}"; done)
} >&2
exit 1
