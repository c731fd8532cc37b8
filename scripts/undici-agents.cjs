// What the program uses of undici. Its index also loads fetch, WebSocket, caches and mocks.
const Dispatcher = require("undici/lib/dispatcher/dispatcher");

// As its index does: a proxy is connected to with one of them.
Object.assign(Dispatcher.prototype, require("undici/lib/api"));
exports.Agent = require("undici/lib/dispatcher/agent");
exports.EnvHttpProxyAgent = require("undici/lib/dispatcher/env-http-proxy-agent");
