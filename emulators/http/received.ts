import type { IncomingMessage } from 'node:http'
import { Query } from './query.ts'

/** A request with its body, read whole. */
export type Received = {
  method: string
  /** Without the query, still encoded: a slash inside a SKU must not become one of the path. */
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

/** What is too much is read to its end all the same: a caller who is still sending would not see the answer. */
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
