import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import type { FastifyInstance, FastifyReply } from 'fastify'
import helmet from 'helmet'
import type { Config } from '../config.ts'
import type { Deps } from '../context.ts'
import type { RateLimit, LimitResult } from '../shared/counting.ts'
import { clientNetwork } from './network-of.ts'
import { HttpError } from './refusal.ts'

const minuteMs = 60_000
/** Normal use of one address, generously; beyond it calls are asked to wait. */
const callsPerMinute = 1_200
/** Programs come with a key or a signature of their own, and many sellers' programs may share an address. */
const programRoutes = /^\/api\/(v1|webhooks|feed)\//
export const callsPerMinutePerKey = 3_000
/** For routes that try a credential: signing in, and whatever takes a key or a signature. */
export const credentialLimit = { max: 60, windowMs: 15 * minuteMs } as const

/** What every answer says unless its route says otherwise. helmet would find the same words anew for each of them. */
export function defaultHeaders({ PUBLIC_URL }: Pick<Config, 'PUBLIC_URL'>): Record<string, string> {
  const isHttps = PUBLIC_URL.startsWith('https:')
  const setHeaders = helmet({
    contentSecurityPolicy: false,
    strictTransportSecurity: isHttps ? { maxAge: 31_536_000, includeSubDomains: true } : false,
    crossOriginEmbedderPolicy: false,
    referrerPolicy: { policy: 'same-origin' },
    xFrameOptions: { action: 'deny' },
  })
  const request = new IncomingMessage(new Socket())
  const response = new ServerResponse(request)
  setHeaders(request, response, () => {})
  return {
    ...(response.getHeaders() as Record<string, string>),
    'content-security-policy': apiPolicy,
    'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=()',
    'cache-control': 'no-store',
  }
}

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

/** Answers of the API are never documents, so nothing in them may load or run. */
const apiPolicy = "default-src 'none';frame-ancestors 'none'"

/** For our own pages: everything from here; styles that components insert carry the response's nonce. */
export function pagePolicy(nonce: string): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data: https:",
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    "frame-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
}

/** For a mail that our own page shows in a frame: styles stand in its elements, and nothing in it may load or run. */
export const mailPolicy =
  "default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'self'; sandbox"
