#!/bin/sh
# /usr/local/bin/porthole: lets root run the service's commands as the service's
# user and with its configuration:
#
#     porthole user add you@example.net --admin
#     porthole backup - > porthole.backup
set -eu
cd /opt/porthole
exec runuser -u porthole -- \
  env DATA_DIR=/var/lib/porthole DENO_DIR=/var/cache/porthole \
  DENO_NO_UPDATE_CHECK=1 \
  /usr/local/bin/deno run -q --no-prompt --cached-only --node-modules-dir=manual --env-file=.env \
  -P=serve --allow-read=.,/etc/resolv.conf,/var/lib/porthole --allow-write=/var/lib/porthole \
  _server/main.mjs "$@"
