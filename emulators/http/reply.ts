import type { ServerResponse } from 'node:http'

export type Reply = { status: number; headers?: Record<string, string>; body?: string | Buffer }

export function jsonReply(status: number, body: unknown, headers: Record<string, string> = {}): Reply {
  return { status, headers: { 'content-type': 'application/json', ...headers }, body: JSON.stringify(body) }
}

export function htmlReply(status: number, body: string, headers: Record<string, string> = {}): Reply {
  return { status, headers: { 'content-type': 'text/html; charset=utf-8', ...headers }, body }
}

export function send(response: ServerResponse, { status, headers = {}, body = '' }: Reply): void {
  const length = { 'content-length': String(Buffer.byteLength(body)) }
  response.writeHead(status, { 'cache-control': 'no-store', ...headers, ...(status === 204 ? {} : length) })
  response.end(status === 204 ? undefined : body)
}
