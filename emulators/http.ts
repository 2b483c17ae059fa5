import type { IncomingMessage, ServerResponse } from 'node:http'

/** A request with its whole body. */
export type Received = {
  method: string
  /** Without the query and still encoded: a slash inside a SKU must not split the path. */
  path: string
  query: Query
  headers: Record<string, string | undefined>
  body: Buffer
}

export class BodyTooLarge extends Error {}

export async function receive(request: IncomingMessage, bodyLimit: number): Promise<Received> {
  const [path = '/', ...query] = (request.url ?? '/').split('?')
  return {
    method: request.method ?? 'GET',
    path,
    query: new Query(query.join('?')),
    headers: Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, value?.toString()])),
    body: await readBody(request, bodyLimit),
  }
}

/** A body over the limit is read to its end too; otherwise the caller would not see the reply. */
async function readBody(request: IncomingMessage, limit: number): Promise<Buffer> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size <= limit) chunks.push(chunk)
  }
  if (size > limit) throw new BodyTooLarge(`The body is over ${limit} bytes`)
  return Buffer.concat(chunks)
}

/** A query that distinguishes commas between list items from encoded commas inside one. */
export class Query extends URLSearchParams {
  readonly #lists: Map<string, string[]>

  constructor(encoded: string) {
    super(encoded)
    this.#lists = new Map(
      encoded.split('&').map((pair) => {
        const [name = '', ...value] = pair.split('=')
        return [decodeFormPart(name), value.join('=').split(',').map(decodeFormPart)]
      }),
    )
  }

  list(name: string): string[] {
    return this.#lists.get(name) ?? []
  }
}

/** Form decoding: `+` is a space, a stray `%` stays. */
const decodeFormPart = (part: string) => new URLSearchParams(`part=${part}`).get('part') ?? ''

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
