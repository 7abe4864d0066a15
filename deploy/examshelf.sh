#!/bin/sh
# The command `examshelf` of a server: runs a command of the release as the service does, with its user, its settings
# (/etc/examshelf.env) and its library. Link it once, as root:
#   ln -s /opt/examshelf/deploy/examshelf.sh /usr/local/sbin/examshelf
#   examshelf backup /var/backups/examshelf
# A setting in the environment takes precedence over the one in the file.
set -eu
if [ "$(id -u)" != 0 ]; then
  echo "examshelf: must be run by root, because only root may read /etc/examshelf.env; use sudo examshelf" >&2
  exit 1
fi

# As systemd reads it: nothing in a value is evaluated, and quotes around it are removed.
while IFS= read -r line || [ -n "$line" ]; do
  name=${line%%=*}
  case $name in '' | "$line" | [0-9]* | *[!A-Za-z0-9_]*) continue ;; esac
  value=${line#*=}
  case $value in
    \"*\") value=${value#\"} value=${value%\"} ;;
    \'*\') value=${value#\'} value=${value%\'} ;;
  esac
  if ! printenv "$name" >/dev/null; then export "$name=$value"; fi
done </etc/examshelf.env

export DATA_DIR="${DATA_DIR:-/var/lib/examshelf}"
export HOME=/var/lib/examshelf
exec setpriv --reuid=examshelf --regid=examshelf --init-groups /opt/examshelf/bin/examshelf "$@"
