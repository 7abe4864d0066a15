#!/bin/sh
# `systemctl` where there is no systemd: starts and stops the service examshelf by what its installed unit says. Keeps its
# process id and its output in $SERVICE_FOLDER.
set -eu
unit=/etc/systemd/system/examshelf.service
value() { sed -n "s/^$1=//p" "$unit"; }

start() {
  user=$(value User)
  install -d -o "$user" -g "$user" -m "$(value StateDirectoryMode)" "/var/lib/$(value StateDirectory)"
  install -d -o "$user" -g "$user" -m "$(value CacheDirectoryMode)" "/var/cache/$(value CacheDirectory)"
  cd "$(value WorkingDirectory)"
  # Neither the unit nor the settings of the test have values with spaces.
  env -i PATH=/usr/bin:/bin $(value Environment) $(sed -n 's/"//g; /^[A-Z]/p' /etc/examshelf.env) \
    setpriv --reuid="$user" --regid="$user" --init-groups $(value ExecStart) >>"$SERVICE_FOLDER/log" 2>&1 &
  echo $! >"$SERVICE_FOLDER/pid"
}

stop() {
  pid=$(cat "$SERVICE_FOLDER/pid" 2>/dev/null) || return 0
  rm "$SERVICE_FOLDER/pid"
  kill -TERM "$pid"
  while [ -d "/proc/$pid" ] && ! grep -qs "^State:.*Z" "/proc/$pid/status"; do sleep 0.1; done
}

case "$*" in
  daemon-reload) ;;
  'enable --now examshelf' | 'start examshelf') start ;;
  'disable --now examshelf' | 'stop examshelf') stop ;;
  'restart examshelf') stop && start ;;
  *) echo "systemctl: not known here: $*" >&2 && exit 1 ;;
esac
