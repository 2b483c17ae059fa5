import { isIPv6 } from 'node:net'
import type { FastifyInstance, FastifyReply } from 'fastify'
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

declare module 'fastify' {
  interface FastifyInstance {
    /** Counts a call by its API key; throws 429 over the limit. */
    countKey(request: FastifyRequest, reply: FastifyReply): Promise<void>
    /** Counts a wrong key or signature by client network; throws 429 over the limit. */
    countRefusal(request: FastifyRequest, reply: FastifyReply): Promise<void>
  }
  interface FastifyContextConfig {
    /** The limit of this route per client network. */
    rateLimit?: Omit<RateLimit, 'name'>
  }
}

const byAddress: RateLimit = { name: 'address', max: callsPerMinute, windowMs: minuteMs }

const byKey: RateLimit = { name: 'key', max: callsPerMinutePerKey, windowMs: minuteMs }

const failedCredentials: RateLimit = { name: 'refusal', ...credentialLimit }

/** Counts requests before they are authorized, so that refused requests count too. */
export function limitRequests(http: FastifyInstance, { requestLimiter }: Deps['shared']): void {
  http.decorateRequest('keyHolder', null)
  http.decorate('countKey', async ({ keyHolder }, reply) => {
    assertWithinLimit(reply, requestLimiter.count(byKey, keyHolder?.keyId ?? ''))
  })
  http.decorate('countRefusal', async ({ address }, reply) => {
    assertWithinLimit(reply, await requestLimiter.countExactly(failedCredentials, clientNetwork(address)))
  })
  http.addHook('onRequest', ({ address, routeOptions }, reply, done) => {
    // By route, not by URL: `/%61pi/…` reaches the same route.
    const { url = '' } = routeOptions
    if (url.startsWith('/api/') && !programRoutes.test(url)) {
      assertWithinLimit(reply, requestLimiter.count(byAddress, clientNetwork(address)))
    }
    done()
  })
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

function assertWithinLimit(reply: FastifyReply, { isOver, endsInMs }: LimitResult): void {
  if (!isOver) return
  void reply.header('retry-after', Math.ceil(endsInMs / 1000))
  throw tooManyRequests(endsInMs)
}

const tooManyRequests = (milliseconds: number) =>
  new HttpError(429, `Too many calls. Try again in ${Math.ceil(milliseconds / 1000)} seconds.`)

/** The key of a client for rate limits: an IPv4 address, or the /64 network of an IPv6 address, which one subscriber owns as a whole. */
export function clientNetwork(address: string): string {
  if (!isIPv6(address)) return address
  const groups = groupsOf(address)
  const isMappedIpv4 = groups.slice(0, 6).join(':') === '0:0:0:0:0:ffff'
  return isMappedIpv4 ? bytesOf(groups.slice(6)).join('.') : groups.slice(0, 4).join(':')
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
