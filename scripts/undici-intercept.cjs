// What the library uses of undici: requests of every version of it reach a test shop. Its index also loads fetch, WebSocket, caches
// and mocks.
const Dispatcher = require("undici/lib/dispatcher/dispatcher");

Object.assign(Dispatcher.prototype, require("undici/lib/api"));
// Sets the dispatcher of the process where there is none yet, as the index does.
require("undici/lib/global");
exports.Agent = require("undici/lib/dispatcher/agent");
exports.EnvHttpProxyAgent = require("undici/lib/dispatcher/env-http-proxy-agent");
exports.Dispatcher1Wrapper = require("undici/lib/dispatcher/dispatcher1-wrapper");
