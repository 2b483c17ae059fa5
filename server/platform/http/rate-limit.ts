import { isIPv6 } from 'node:net'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { say } from '#contract/i18n.ts'
import { createKeyedSemaphores } from '../concurrency.ts'
import type { Deps } from '../context.ts'
import type { LimitResult, RateLimit } from '../shared-state/request-limiter.ts'
import { HttpError } from './errors.ts'

const minuteMs = 60_000

/** Per client network; several times what normal use needs. */
const callsPerMinute = 1_200

/** Routes of programs are limited by key or signature instead, because many programs may share an address. */
const programRoutes = /^\/api\/(v1|webhooks|feed)\//

export const callsPerMinutePerKey = 3_000

/** For routes that check a credential (sign-in, keys, signatures): wrong ones per client network. */
export const credentialLimit = { max: 60, windowMs: 15 * minuteMs } as const

/**
 * Attempts of one network that run at the same time. Their failures are counted when they end, so a burst exceeds the limit by at
 * most this number.
 */
const attemptsAtOnce = 8

/** Failures are counted apart: wrong keys of an office's server must not keep its people from signing in. */
type Credential = 'key or signature' | 'sign-in' | 'logout'

type AttemptOptions = {
  credential?: Credential
  /** Asked only for a network over its limit: true if this attempt may be made all the same. */
  isExempt?: () => Promise<boolean>
}

declare module 'fastify' {
  interface FastifyInstance {
    /** Counts a call by its API key; throws 429 over the limit. */
    countKey(request: FastifyRequest, reply: FastifyReply): Promise<void>
    /** Counts a wrong credential by client network; throws 429 over the limit. */
    countRefusal(request: FastifyRequest, reply: FastifyReply, credential?: Credential): Promise<void>
    /**
     * Checks a credential, a few at a time per client network. Throws 429 before any work is done once the network had too many
     * wrong ones. `check` must count its refusal itself (`countRefusal`) before it ends.
     */
    attempt<T>(
      request: FastifyRequest,
      reply: FastifyReply,
      check: () => Promise<T>,
      options?: AttemptOptions,
    ): Promise<T>
  }
  interface FastifyContextConfig {
    /** The limit of this route per client network. */
    rateLimit?: Omit<RateLimit, 'name'>
    /** Replies to one client network are spread over time, however fast it asks. */
    isPaced?: true
  }
}

const byAddress: RateLimit = { name: 'address', max: callsPerMinute, windowMs: minuteMs }

const byKey: RateLimit = { name: 'key', max: callsPerMinutePerKey, windowMs: minuteMs }

/** How refused credentials are called in the metric `lockstep_refusals_total`. */
const kinds = { 'key or signature': 'credential', 'sign-in': 'sign-in', logout: 'logout' } as const

type CountRefused = (kind: (typeof kinds)[Credential], network: string) => void

const failures: Record<Credential, RateLimit> = {
  'key or signature': { name: 'refusal', ...credentialLimit },
  'sign-in': { name: 'refused sign-in', ...credentialLimit },
  logout: { name: 'refused logout', ...credentialLimit },
}

/** Counts requests before they are authorized, so that refused requests count too. */
export function limitRequests(
  http: FastifyInstance,
  { requestLimiter }: Deps['shared'],
  countRefused: CountRefused = () => {},
): void {
  http.decorateRequest('keyHolder', null)
  http.decorate('countKey', async ({ keyHolder }, reply) => {
    assertWithinLimit(reply, requestLimiter.count(byKey, keyHolder?.keyId ?? ''))
  })
  http.decorate('countRefusal', async ({ address }, reply, credential = 'key or signature') => {
    const network = clientNetwork(address)
    countRefused(kinds[credential], network)
    assertWithinLimit(reply, await requestLimiter.countExactly(failures[credential], network))
  })
  const withPermit = createKeyedSemaphores({ limit: attemptsAtOnce })
  http.decorate('attempt', async ({ address }, reply, check, { credential = 'key or signature', isExempt } = {}) => {
    const network = clientNetwork(address)
    return withPermit(`${credential} ${network}`, async () => {
      const state = requestLimiter.peek(failures[credential], network)
      if (state.isOver && !(await isExempt?.())) assertWithinLimit(reply, state)
      return check()
    })
  })
  http.addHook('onRequest', ({ address, routeOptions }, reply, done) => {
    // By route, not by URL: `/%61pi/…` reaches the same route.
    const { url = '' } = routeOptions
    if (url.startsWith('/api/') && !programRoutes.test(url)) {
      assertWithinLimit(reply, requestLimiter.count(byAddress, clientNetwork(address)))
    }
    done()
  })
  paceReplies(http)
  http.addHook('onRoute', (route) => {
    const { rateLimit } = route.config ?? {}
    if (!rateLimit) return
    const limit = { name: route.url, ...rateLimit }
    route.onRequest = [
      async ({ address }, reply) =>
        assertWithinLimit(reply, await requestLimiter.countExactly(limit, clientNetwork(address))),
      ...[route.onRequest ?? []].flat(),
    ]
  })
}

/** Milliseconds between two paced replies to one network, and how long one waits at most. */
const paceMs = 10
const maxWaitMs = 2_000

/** Bounds memory; the oldest network is forgotten first. */
const maxPacedNetworks = 20_000

/**
 * Sends at most 100 refusals (429) and documents for visitors (`isPaced`) a second to one client network; the others wait. A client
 * that asks again as soon as it is answered would otherwise keep the process busy, and everybody else would wait behind it.
 */
function paceReplies(http: FastifyInstance): void {
  const nextAt = new Map<string, number>()
  http.addHook('onSend', ({ address, routeOptions }, reply, payload, done) => {
    if (reply.statusCode !== 429 && !routeOptions.config.isPaced) return done(null, payload)
    const network = clientNetwork(address)
    const now = performance.now()
    const at = Math.max(now, nextAt.get(network) ?? 0)
    const waitMs = Math.min(at - now, maxWaitMs)
    const [oldest] = nextAt.size < maxPacedNetworks || nextAt.has(network) ? [] : nextAt.keys()
    if (oldest !== undefined) nextAt.delete(oldest)
    nextAt.set(network, now + waitMs + paceMs)
    if (waitMs === 0) return done(null, payload)
    setTimeout(() => done(null, payload), waitMs)
  })
}

function assertWithinLimit(reply: FastifyReply, { isOver, endsInMs }: LimitResult): void {
  if (!isOver) return
  void reply.header('retry-after', Math.ceil(endsInMs / 1000))
  throw tooManyRequests(endsInMs)
}

const tooManyRequests = (milliseconds: number) =>
  new HttpError(
    429,
    say('Too many calls. Try again in {seconds} seconds.', { seconds: Math.ceil(milliseconds / 1000) }),
  )

/** The key of a client for rate limits: an IPv4 address, or the /64 network of an IPv6 address, which one subscriber owns as a whole. */
export function clientNetwork(address: string): string {
  if (!isIPv6(address)) return address
  const groups = groupsOf(address)
  const isMappedIpv4 = groups.slice(0, 6).join(':') === '0:0:0:0:0:ffff'
  return isMappedIpv4 ? bytesOf(groups.slice(6)).join('.') : groups.slice(0, 4).join(':')
}

/** The place that a client signs in from: its /24 network (IPv4), or the /48 network (IPv6) that one site gets from its provider. */
export function clientPlace(address: string): string {
  const network = clientNetwork(address)
  const separator = network.includes(':') ? ':' : '.'
  return network.split(separator).slice(0, 3).join(separator)
}

/** All eight groups of an IPv6 address, without leading zeros. */
function groupsOf(address: string): string[] {
  const [plain] = address.split('%')
  const [before = [], after = []] = new URL(`http://[${plain}]`).hostname
    .slice(1, -1)
    .split('::')
    .map((side) => side.split(':').filter(Boolean))
  return [...before, ...Array.from({ length: 8 - before.length - after.length }, () => '0'), ...after]
}

const bytesOf = (groups: string[]) =>
  groups.map((group) => Number.parseInt(group, 16)).flatMap((pair) => [pair >> 8, pair & 255])
