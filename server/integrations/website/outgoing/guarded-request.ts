import { lookup, type LookupAddress } from 'node:dns'
import { type IncomingMessage, type RequestOptions, request as requestPlain } from 'node:http'
import { request as requestSecure } from 'node:https'
import { BlockList, isIP, isIPv6, type LookupFunction } from 'node:net'
import { say } from '#contract/i18n.ts'
import { Unavailable } from '#server/ports/failure.ts'

export type GuardedRequest = {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  url: string
  headers: Record<string, string>
  body?: string
  /** Whether loopback addresses and plain HTTP are allowed (development only). */
  allowsLoopback: boolean
  timeoutMilliseconds: number
}

export type GuardedResponse = { status: number; headers: IncomingMessage['headers']; body: Buffer }

export type PostRequest = Omit<GuardedRequest, 'method'> & { body: string }

export type WebhookResponse = { status: number; retryAfter: string | undefined }

const mostAnswerBytes = 1024

/** POSTs to a URL that a user typed, protected like `requestGuarded`; hardly any of the answer is read. */
export async function post(message: PostRequest): Promise<WebhookResponse> {
  return exchange({ ...message, method: 'POST' }, async (answer) => {
    // The status is enough, even if reading the rest of the answer fails.
    await readPrefix(answer).catch(() => {})
    return { status: answer.statusCode ?? 0, retryAfter: answer.headers['retry-after'] }
  })
}

/** Calls an address below one that a user typed, protected against SSRF: only public addresses, no redirects, answers of limited size. */
export function requestGuarded(message: GuardedRequest, mostBytes: number): Promise<GuardedResponse> {
  return exchange(message, async (answer) => ({
    status: answer.statusCode ?? 0,
    headers: answer.headers,
    body: await readWhole(answer, mostBytes),
  }))
}

async function exchange<Response>(
  message: GuardedRequest,
  read: (answer: IncomingMessage) => Promise<Response>,
): Promise<Response> {
  const url = new URL(message.url)
  assertPublicLiteral(url, message)
  const request = requesterFor(url, message)
  const { promise, resolve, reject } = Promise.withResolvers<Response>()
  const { body } = message
  const options: RequestOptions = {
    method: message.method,
    headers: { ...message.headers, ...(body === undefined ? {} : { 'content-length': Buffer.byteLength(body) }) },
    lookup: guardedLookup(message),
    signal: AbortSignal.timeout(message.timeoutMilliseconds),
    // A new connection each time: a kept-alive one may be closed by the other side just as it is used.
    agent: false,
  }
  request(url, options, (answer) => void read(answer).then(resolve, reject))
    .on('error', reject)
    .end(body)
  return promise
}

/** The answer is longer than what is read of it. */
export class AnswerTooLarge extends Unavailable {}

async function readWhole(answer: IncomingMessage, mostBytes: number): Promise<Buffer> {
  const parts: Buffer[] = []
  let length = 0
  for await (const part of answer as AsyncIterable<Buffer>) {
    length += part.length
    if (length > mostBytes)
      throw new AnswerTooLarge(say('The response is longer than {bytes} bytes.', { bytes: String(mostBytes) }))
    parts.push(part)
  }
  return Buffer.concat(parts)
}

function requesterFor({ protocol }: URL, { allowsLoopback }: Pick<GuardedRequest, 'allowsLoopback'>) {
  if (protocol === 'https:') return requestSecure
  if (protocol === 'http:' && allowsLoopback) return requestPlain
  throw new ForbiddenAddress()
}

/** An IP literal is not resolved, so `guardedLookup` never sees it. */
function assertPublicLiteral({ hostname }: URL, rules: Pick<GuardedRequest, 'allowsLoopback'>): void {
  const address = hostname.replace(/^\[|\]$/g, '')
  if (isIP(address) && !isCallable(address, rules)) throw new ForbiddenAddress()
}

/** Reads a little of the answer, so that the other side sees it accepted, and stops at an endless one. */
async function readPrefix(answer: IncomingMessage): Promise<void> {
  let length = 0
  for await (const part of answer as AsyncIterable<Buffer>) {
    length += part.length
    if (length > mostAnswerBytes) break
  }
}

/** The address is private or this machine (SSRF protection). */
export class ForbiddenAddress extends Error {
  constructor() {
    super('The address leads to a private network')
    this.name = 'AddressRefused'
  }
}

/**
 * DNS lookup that returns only public addresses. The connection uses exactly these: checking first and resolving again
 * later would allow DNS rebinding.
 */
export function guardedLookup(rules: { allowsLoopback: boolean }): LookupFunction {
  return (hostname, options, callback) => {
    lookup(hostname, { ...options, all: true }, (error, found) => {
      if (error) return callback(error, '')
      const allowed = found.filter(({ address }) => isCallable(address, rules))
      const [first] = allowed
      if (!first) return callback(new ForbiddenAddress(), '')
      return options.all ? callback(null, allowed) : answerOne(callback, first)
    })
  }
}

const answerOne = (callback: Parameters<LookupFunction>[2], { address, family }: LookupAddress) =>
  callback(null, address, family)

/** Networks that are not public: loopback, private, carrier-grade NAT, link-local, documentation, multicast. */
const notPublic = blockList([
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
  // Of IPv6 only 2000::/3 is global unicast; these parts of it are tunnels, documentation or reserved.
  '2001::/23',
  '2001:db8::/32',
  '2002::/16',
  '3fff::/20',
])

const globalUnicast = blockList(['2000::/3'])

const thisMachine = blockList(['127.0.0.0/8', '::1/128'])

/** Whether Lockstep may connect to an address that a user typed or that a host name resolves to. */
export function isCallable(address: string, { allowsLoopback }: { allowsLoopback: boolean }): boolean {
  const family = isIPv6(address) ? 'ipv6' : 'ipv4'
  if (thisMachine.check(address, family)) return allowsLoopback
  return !notPublic.check(address, family) && (family === 'ipv4' || globalUnicast.check(address, family))
}

function blockList(networks: readonly string[]): BlockList {
  const list = new BlockList()
  for (const network of networks) {
    const [address = '', bits] = network.split('/')
    list.addSubnet(address, Number(bits), isIPv6(address) ? 'ipv6' : 'ipv4')
  }
  return list
}
