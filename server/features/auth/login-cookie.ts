import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { callbackPath } from '#contract/paths.ts'
import { createVault, deriveKey } from '#server/platform/crypto/vault.ts'
import type { Config } from '#server/platform/config.ts'
import type { SignInChecks } from '#server/ports/identity.ts'

const Login = z.object({
  checks: z.object({ state: z.string(), nonce: z.string(), codeVerifier: z.string() }),
  returnTo: z.string(),
  expires: z.number(),
})

const lifetimeSeconds = 600

/**
 * Encrypted cookie that carries state, nonce and PKCE verifier through the redirect to the provider and back. One
 * cookie per attempt, named after its state, so that two tabs can sign in at once and each answer can be used once.
 */
export function createLoginCookie(config: Pick<Config, 'PUBLIC_URL' | 'SESSION_SECRET'>) {
  const vault = createVault(deriveKey(config.SESSION_SECRET, 'login cookie'))
  const options = {
    path: callbackPath,
    httpOnly: true,
    sameSite: 'lax',
    secure: config.PUBLIC_URL.startsWith('https:'),
  } as const
  const nameOf = (state: string) =>
    `lockstep_login_${createHash('sha256').update(state).digest('base64url').slice(0, 16)}`
  return {
    write(reply: FastifyReply, login: { checks: SignInChecks; returnTo: string }, now: Date): void {
      const name = nameOf(login.checks.state)
      const value = vault.encrypt(JSON.stringify({ ...login, expires: now.getTime() + lifetimeSeconds * 1000 }), name)
      void reply.setCookie(name, value, { ...options, maxAge: lifetimeSeconds })
    },
    /** Reads the cookie and clears it; null if it is missing, invalid or expired. */
    take(request: FastifyRequest, reply: FastifyReply, state: string, now: Date) {
      const name = nameOf(state)
      const value = request.cookies[name]
      if (!value) return null
      void reply.clearCookie(name, options)
      try {
        const login = Login.parse(JSON.parse(vault.decrypt(value, name)))
        return login.expires > now.getTime() ? login : null
      } catch {
        return null
      }
    },
  }
}
