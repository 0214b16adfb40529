#!/bin/bash
# The renderer of the recipe dlna.sh, which lives in a network of its own, brought to loopback. Needs root.
#   dlna.sh start [INSTANCE]   address http://127.0.0.1:PORT/description.xml; it can play http://10.99.0.2:8000/tone.wav
#   dlna.sh stop  [INSTANCE]
[ "$1" = stop ] && bash "$HEARTH_PEERS/dlna.sh" stop "${2:-main}-house"
export GST_PLUGIN_PATH="/usr/lib/$(uname -m)-linux-gnu/gstreamer-1.0"
name=dlna-loopback
printed=$([ "$1" = start ] && bash "$HEARTH_PEERS/dlna.sh" start "${2:-main}-house")
set -- "$1" "${2:-main}-loopback"
. "$HEARTH_PEERS/lib.sh"
netns=$(echo "$printed" | sed 's/.*"netns":"\([^"]*\)".*/\1/'); there=$(echo "$printed" | sed 's#.*"address":"http://\([^/]*\)/.*#\1#')
port=$(free_port); forward=$(dirname "$(readlink -f "$0")")/forward.py; rm -f "$run/socket"
mkdir -p "$run/files"
python3 - "$run/files/tone.wav" <<'P'
import math, struct, sys, wave
with wave.open(sys.argv[1], 'wb') as file:
    file.setnchannels(1); file.setsampwidth(2); file.setframerate(22050)
    file.writeframes(b''.join(struct.pack('<h', int(8000 * math.sin(0.06 * n))) for n in range(22050 * 30)))
P
background files ip netns exec "$netns" python3 -m http.server 8000 --bind 10.99.0.2 -d "$run/files"
background there ip netns exec "$netns" python3 "$forward" "$run/socket" "$there"
await 5 test -S "$run/socket"
background "$name" python3 "$forward" "127.0.0.1:$port" "$run/socket"
await 5 listens "$port"
echo "{\"peer\":\"dlna\",\"address\":\"http://127.0.0.1:$port/description.xml\",\"pid\":$(pid_of there)}"
