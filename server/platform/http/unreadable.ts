import { STATUS_CODES, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import type { Problem } from '#contract/errors.ts'
import { newId } from '../id.ts'
import { HttpError } from './refusal.ts'

type Headers = Record<string, string>

/** What is no request at all is refused in the same form as everything else. */
export const handleClientError =
  (headers: Headers) =>
  (error: NodeJS.ErrnoException, socket: Duplex): void =>
    writeProblem(error, socket, headers)

/** Node would refuse such a request by itself, without a word; so it would one that names no host. */
export function rejectExpectHeader(server: Server, headers: Headers): void {
  server.on('checkExpectation', (_request: IncomingMessage, response: ServerResponse) => {
    const { lines, body } = problemResponse(417, headers)
    response.writeHead(417, lines).end(body)
  })
}

export const missingHostError = ({ headers, httpVersion }: IncomingMessage): HttpError | undefined =>
  headers.host === undefined && httpVersion === '1.1' ? new HttpError(400, sentences[400]) : undefined

const statusOfNodeError: Record<string, 408 | 413 | 431> = {
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
function writeProblem({ code = '' }: NodeJS.ErrnoException, socket: Duplex, headers: Headers): void {
  if (code === 'ECONNRESET' || socket.destroyed) return
  if (!socket.writable) return void socket.destroy()
  const { status, lines, body } = problemResponse(statusOfNodeError[code] ?? 400, headers)
  const head = Object.entries(lines).map(([name, value]) => `${name}: ${value}\r\n`)
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${head.join('')}\r\n${body}`, () => socket.destroy())
}

function problemResponse(status: keyof typeof sentences, headers: Headers) {
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
