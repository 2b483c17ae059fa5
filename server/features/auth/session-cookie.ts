import { createHmac, createSecretKey, randomBytes } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '#server/platform/config.ts'

/** The cookie holds a random value, the table only its keyed hash (HMAC): a leaked table signs nobody in. */
export type SessionCookie = {
  readonly name: string
  read(request: FastifyRequest): string | null
  /** A new session; the browser gets its cookie once there is one. */
  create(): { sid: string; setCookie(reply: FastifyReply): void }
  clear(reply: FastifyReply): void
}

/** Cached hashes, since a browser sends the same value with each request. */
const maxCached = 1_000

export function createSessionCookie(config: Pick<Config, 'PUBLIC_URL' | 'SESSION_SECRET'>): SessionCookie {
  const secure = config.PUBLIC_URL.startsWith('https:')
  const name = secure ? '__Host-lockstep_session' : 'lockstep_session'
  const options = { path: '/', httpOnly: true, sameSite: 'lax', secure } as const
  const secret = createSecretKey(config.SESSION_SECRET, 'utf8')
  const cachedIds = new Map<string, string>()
  const idOf = (value: string) => {
    const before = cachedIds.get(value)
    if (before !== undefined) return before
    const id = createHmac('sha256', secret).update(value).digest('base64url')
    if (cachedIds.size >= maxCached) cachedIds.clear()
    cachedIds.set(value, id)
    return id
  }
  return {
    name,
    read(request) {
      const value = request.cookies[name]
      return value && value.length <= 100 ? idOf(value) : null
    },
    create() {
      const value = randomBytes(32).toString('base64url')
      return { sid: idOf(value), setCookie: (reply) => void reply.setCookie(name, value, options) }
    },
    clear(reply) {
      void reply.clearCookie(name, options)
    },
  }
}
