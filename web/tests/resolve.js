// Lets Node.js load the modules of games: `node --import ./tests/resolve.js`. They import shared
// modules relative to their address on the server, /games/{id}/, which differs from their location
// on disk.

import { register } from "node:module";

register("./resolve-hook.js", import.meta.url);
