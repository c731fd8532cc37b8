import "./check-node.ts";
import { connect } from "node:net";
import { intercept, interceptTls, platformHost, prepareIntercept, sendPlatformTo } from "./intercept.ts";

// `till sandbox run` has every Node process load this first. The address is that of its sandbox: preload.js?http://127.0.0.1:8787
const sandbox = new URL(new URL(import.meta.url).search.slice(1));
const { hostname: host, port } = sandbox;
const connectToSandbox = () => connect({ host, port: Number(port) });
sendPlatformTo(sandbox.origin);
interceptTls((host) => (platformHost.test(host) ? connectToSandbox : undefined));
await prepareIntercept();
intercept(({ hostname }) => (platformHost.test(hostname) ? connectToSandbox : undefined));
