import helmet from '@fastify/helmet'
import rateLimit from '@fastify/rate-limit'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { HttpRefusal } from './refusal.ts'

/** Normal use of one address, generously; beyond it calls are asked to wait. */
const callsPerMinute = 1_200
/** Programs come with a key or a signature of their own, and many sellers' programs may share an address. */
const ownAllowance = /^\/api\/(v1|webhooks|feed)\//
export const callsPerMinuteAndKey = 3_000
/** For routes that try a credential: signing in, and whatever takes a key or a signature. */
export const credentialTries = { max: 60, timeWindow: '15 minutes' } as const

export async function secure(http: FastifyInstance, publicUrl: string): Promise<void> {
  const isHttps = publicUrl.startsWith('https:')
  await http.register(helmet, {
    global: true,
    enableCSPNonces: false,
    contentSecurityPolicy: { useDefaults: false, directives: apiPolicy },
    strictTransportSecurity: isHttps ? { maxAge: 31_536_000, includeSubDomains: true } : false,
    crossOriginEmbedderPolicy: false,
    referrerPolicy: { policy: 'same-origin' },
    xFrameOptions: { action: 'deny' },
  })
  http.addHook('onSend', async (_request, reply) => {
    void reply.header('permissions-policy', 'camera=(), microphone=(), geolocation=(), payment=(), usb=()')
    if (!reply.hasHeader('cache-control')) void reply.header('cache-control', 'no-store')
  })
  await limitCalls(http)
}

declare module 'fastify' {
  interface FastifyInstance {
    /** Counts a call by its key; refuses one too many. */
    countKey(request: FastifyRequest, reply: FastifyReply): Promise<void>
    /** Counts a wrong key or signature by the address it came from; refuses one too many. */
    countRefusal(request: FastifyRequest, reply: FastifyReply): Promise<void>
  }
}

/** Counts a call before the route's guard looks at it, so that calls that are refused count too. */
async function limitCalls(http: FastifyInstance): Promise<void> {
  await http.register(rateLimit, { global: false, errorResponseBuilder: (_request, { ttl }) => tooMany(ttl) })
  const byAddress = counter(http, { max: callsPerMinute, timeWindow: '1 minute' })
  http.decorateRequest('keyHolder', null)
  http.decorate(
    'countKey',
    counter(http, {
      max: callsPerMinuteAndKey,
      timeWindow: '1 minute',
      keyGenerator: ({ keyHolder }) => keyHolder?.keyId ?? '',
    }),
  )
  http.decorate('countRefusal', counter(http, credentialTries))
  http.addHook('onRequest', async (request, reply) => {
    // By the route, not by the address: `/%61pi/…` leads there too.
    const { url } = request.routeOptions
    if (!url?.startsWith('/api/') || ownAllowance.test(url)) return
    await byAddress(request, reply)
  })
}

type Allowance = Parameters<FastifyInstance['createRateLimit']>[0]

function counter(http: FastifyInstance, allowance: Allowance) {
  const count = http.createRateLimit(allowance)
  return async (request: FastifyRequest, reply: FastifyReply) => {
    const limit = await count(request)
    if (limit.isAllowed || !limit.isExceeded) return
    void reply.header('retry-after', limit.ttlInSeconds)
    throw tooMany(limit.ttl)
  }
}

const tooMany = (milliseconds: number) =>
  new HttpRefusal(429, `Too many calls. Try again in ${Math.ceil(milliseconds / 1000)} seconds.`)

/** Answers of the API are never documents, so nothing in them may load or run. */
const apiPolicy = { 'default-src': ["'none'"], 'frame-ancestors': ["'none'"] }

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
