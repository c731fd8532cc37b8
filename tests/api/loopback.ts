import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { type AddressInfo, createServer as createTcpServer, type Server, type Socket } from "node:net";
import { onTestFinished } from "vitest";
import type { Request, Response } from "../../src/api/transport/transport.ts";

/** Starts an HTTP server on loopback until the end of the test. Resolves with its base URL. */
export async function httpServer(
  answer: (request: IncomingMessage, response: ServerResponse, body: string) => void,
): Promise<string> {
  const server = createServer(async (request, response) => {
    let body = "";
    for await (const chunk of request) body += chunk;
    answer(request, response, body);
  });
  return listen(server, () => server.closeAllConnections());
}

/** Starts a TCP server, for responses that an HTTP server cannot send. */
export async function tcpServer(onConnection: (socket: Socket) => void): Promise<string> {
  const open = new Set<Socket>();
  const server = createTcpServer((socket) => {
    open.add(socket);
    socket.on("error", () => {});
    onConnection(socket);
  });
  return listen(server, () => {
    for (const socket of open) socket.destroy();
  });
}

async function listen(server: Server, end: () => void): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    end();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

export const get = (url: string, more: Partial<Request> = {}): Request => ({
  method: "GET",
  url,
  headers: {},
  effect: "read",
  name: "products.get",
  ...more,
});

export const json = (body: unknown, status = 200, headers: Record<string, string> = {}): Response => ({
  status,
  headers: { "content-type": "application/json", ...headers },
  body: typeof body === "string" ? body : JSON.stringify(body),
});
