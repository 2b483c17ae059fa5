import helmet from '@fastify/helmet'
import rateLimit from '@fastify/rate-limit'
import type { FastifyInstance } from 'fastify'
import { HttpRefusal } from './refusal.ts'

/** Normal use of one address, generously; beyond it calls are asked to wait. */
const callsPerMinute = 1_200
/** For routes that try a credential: signing in, and later whatever takes a key. */
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

/** Counts a call before the route's guard looks at it, so that calls that are refused count too. */
async function limitCalls(http: FastifyInstance): Promise<void> {
  await http.register(rateLimit, { global: false, errorResponseBuilder: (_request, { ttl }) => tooMany(ttl) })
  const count = http.createRateLimit({ max: callsPerMinute, timeWindow: '1 minute' })
  http.addHook('onRequest', async (request, reply) => {
    // By the route, not by the address: `/%61pi/…` leads there too.
    if (!request.routeOptions.url?.startsWith('/api/')) return
    const limit = await count(request)
    if (limit.isAllowed || !limit.isExceeded) return
    void reply.header('retry-after', limit.ttlInSeconds)
    throw tooMany(limit.ttl)
  })
}

const tooMany = (milliseconds: number) =>
  new HttpRefusal(429, `Too many calls from this address. Try again in ${Math.ceil(milliseconds / 1000)} seconds.`)

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
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
}
