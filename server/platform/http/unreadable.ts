import {
  createServer,
  STATUS_CODES,
  type RequestListener,
  type Server,
  type ServerOptions,
  type ServerResponse,
} from 'node:http'
import type { Duplex } from 'node:stream'
import type { Problem } from '#contract/errors.ts'
import { newId } from '../id.ts'

type Timing = { http?: ServerOptions | null; keepAliveTimeout?: number; requestTimeout?: number }

/**
 * Node's server, which refuses what is no request at all in the same form as everything else is refused. Fastify makes one
 * for each address that it listens at, and would let only the first of them do so.
 */
export function createNodeServer(handle: RequestListener, timing: Timing, headers: Record<string, string>): Server {
  const refuseWith = (status: keyof typeof sentences, response: ServerResponse) => {
    const { lines, body } = refusalOf(status, headers)
    response.writeHead(status, lines).end(body)
  }
  // Node would refuse a request that names no host by itself, without a word.
  const server = createServer({ ...timing.http, requireHostHeader: false }, (request, response) => {
    if (request.headers.host === undefined && request.httpVersion === '1.1') refuseWith(400, response)
    else handle(request, response)
  })
  Object.assign(server, { keepAliveTimeout: timing.keepAliveTimeout, requestTimeout: timing.requestTimeout })
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => refuse(error, socket, headers))
  server.on('checkExpectation', (_request, response) => refuseWith(417, response))
  return server
}

const statusOf: Record<string, 408 | 413 | 431> = {
  ERR_HTTP_REQUEST_TIMEOUT: 408,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
  HPE_HEADER_OVERFLOW: 431,
}

const sentences = {
  400: 'This is not a request that can be read.',
  408: 'The request took too long to arrive.',
  413: 'The body is too large.',
  417: 'The header Expect asks for something that is not known here.',
  431: 'The headers are too large.',
} as const

/** Written by hand, since there is no request to answer; then the connection ends. */
function refuse({ code = '' }: NodeJS.ErrnoException, socket: Duplex, headers: Record<string, string>): void {
  if (code === 'ECONNRESET' || socket.destroyed) return
  if (!socket.writable) return void socket.destroy()
  const { status, lines, body } = refusalOf(statusOf[code] ?? 400, headers)
  const head = Object.entries(lines).map(([name, value]) => `${name}: ${value}\r\n`)
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${head.join('')}\r\n${body}`, () => socket.destroy())
}

function refusalOf(status: keyof typeof sentences, headers: Record<string, string>) {
  const problem: Problem = {
    type: 'about:blank',
    title: STATUS_CODES[status] ?? 'Error',
    status,
    detail: sentences[status],
    instance: `urn:request:${newId()}`,
  }
  const body = JSON.stringify(problem)
  const lines = {
    ...headers,
    'content-type': 'application/problem+json; charset=utf-8',
    'content-length': String(Buffer.byteLength(body)),
    connection: 'close',
  }
  return { status, lines, body }
}
