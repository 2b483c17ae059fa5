import { isIPv6 } from 'node:net'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Deps } from '../context.ts'
import type { LimitResult, RateLimit } from '../shared-state/request-limiter.ts'
import { HttpError } from './errors.ts'

const minuteMs = 60_000

/** Normal use of one address, generously; beyond it calls are asked to wait. */
const callsPerMinute = 1_200

/** Programs come with a key or a signature of their own, and many sellers' programs may share an address. */
const programRoutes = /^\/api\/(v1|webhooks|feed)\//

export const callsPerMinutePerKey = 3_000

/** For routes that try a credential: signing in, and whatever takes a key or a signature. */
export const credentialLimit = { max: 60, windowMs: 15 * minuteMs } as const

declare module 'fastify' {
  interface FastifyInstance {
    /** Counts a call by its key; refuses one too many. */
    countKey(request: FastifyRequest, reply: FastifyReply): Promise<void>
    /** Counts a wrong key or signature by the address it came from; refuses one too many. */
    countRefusal(request: FastifyRequest, reply: FastifyReply): Promise<void>
  }
  interface FastifyContextConfig {
    /** How often one address may call this route. */
    rateLimit?: Omit<RateLimit, 'name'>
  }
}

const byAddress: RateLimit = { name: 'address', max: callsPerMinute, windowMs: minuteMs }

const byKey: RateLimit = { name: 'key', max: callsPerMinutePerKey, windowMs: minuteMs }

const failedCredentials: RateLimit = { name: 'refusal', ...credentialLimit }

/** Counts a call before the route's guard looks at it, so that calls that are refused count too. */
export function limitRequests(http: FastifyInstance, { requestLimiter }: Deps['shared']): void {
  http.decorateRequest('keyHolder', null)
  http.decorate('countKey', async ({ keyHolder }, reply) => {
    assertWithinLimit(reply, requestLimiter.count(byKey, keyHolder?.keyId ?? ''))
  })
  http.decorate('countRefusal', async ({ address }, reply) => {
    assertWithinLimit(reply, await requestLimiter.countExactly(failedCredentials, clientNetwork(address)))
  })
  http.addHook('onRequest', ({ address, routeOptions }, reply, done) => {
    // By the route, not by the address: `/%61pi/…` leads there too.
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

/** Whom an address counts for: a line with IPv6 has a whole network (/64) to call from, and is one caller. */
export function clientNetwork(address: string): string {
  if (!isIPv6(address)) return address
  const groups = groupsOf(address)
  const isMappedIpv4 = groups.slice(0, 6).join(':') === '0:0:0:0:0:ffff'
  return isMappedIpv4 ? bytesOf(groups.slice(6)).join('.') : groups.slice(0, 4).join(':')
}

/** All eight, each without leading zeros. */
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
