import { request as requestPlain, type IncomingMessage, type RequestOptions } from 'node:http'
import { request as requestSecure } from 'node:https'
import { isIP } from 'node:net'
import { ForbiddenAddress, guardedLookup } from './guarded-lookup.ts'
import { isCallable } from './public-address.ts'

export type PostRequest = {
  url: string
  headers: Record<string, string>
  body: string
  /** Whether this machine may be called, and without encryption. */
  allowsLoopback: boolean
  timeoutMilliseconds: number
}

export type WebhookResponse = { status: number; retryAfter: string | undefined }

const mostAnswerBytes = 1024

/** One POST to an address that somebody has typed. Nothing is followed elsewhere, and little of the answer is read. */
export async function post(posting: PostRequest): Promise<WebhookResponse> {
  const url = new URL(posting.url)
  assertPublicLiteral(url, posting)
  const request = requesterFor(url, posting)
  const { promise, resolve, reject } = Promise.withResolvers<WebhookResponse>()
  const options: RequestOptions = {
    method: 'POST',
    headers: { ...posting.headers, 'content-length': Buffer.byteLength(posting.body) },
    lookup: guardedLookup(posting),
    signal: AbortSignal.timeout(posting.timeoutMilliseconds),
    // A connection of its own each time: one kept open may be closed by the other side just as it is used.
    agent: false,
  }
  request(url, options, (answer) => {
    const heard = { status: answer.statusCode ?? 0, retryAfter: answer.headers['retry-after'] }
    // The status says it all, however the rest of the answer ends.
    const tell = () => resolve(heard)
    readPrefix(answer).then(tell, tell)
  })
    .on('error', reject)
    .end(posting.body)
  return promise
}

function requesterFor({ protocol }: URL, { allowsLoopback }: PostRequest) {
  if (protocol === 'https:') return requestSecure
  if (protocol === 'http:' && allowsLoopback) return requestPlain
  throw new ForbiddenAddress()
}

/** An address without a name is looked up by nobody. */
function assertPublicLiteral({ hostname }: URL, rules: PostRequest): void {
  const address = hostname.replace(/^\[|\]$/g, '')
  if (isIP(address) && !isCallable(address, rules)) throw new ForbiddenAddress()
}

/** So that a polite website sees its answer taken, and an endless one is left. */
async function readPrefix(answer: IncomingMessage): Promise<void> {
  let length = 0
  for await (const part of answer as AsyncIterable<Buffer>) {
    length += part.length
    if (length > mostAnswerBytes) break
  }
}
