import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import type { OidcOptions } from './start-oidc.ts'

export const oidcFlags = {
  port: { type: 'string' },
  state: { type: 'string' },
  'client-id': { type: 'string' },
  'client-secret': { type: 'string' },
  'redirect-uri': { type: 'string', multiple: true },
  'post-logout-uri': { type: 'string', multiple: true },
} as const

export type OidcFlags = {
  [name in 'port' | 'state' | 'client-id' | 'client-secret']?: string | undefined
} & { [name in 'redirect-uri' | 'post-logout-uri']?: string[] | undefined }

/** Flags first, then the variables that the application itself reads, then what fits the application's own defaults. */
export function readOidcSettings(flags: OidcFlags, environment: Record<string, string | undefined>): OidcOptions {
  const application = environment['PUBLIC_URL'] ?? `http://localhost:${environment['PORT'] ?? 5000}`
  const origins = withLoopbackTwin(application)
  return {
    port: Number(flags.port ?? 0),
    ...(flags.state ? { stateFile: join(flags.state, 'oidc.json') } : {}),
    client: {
      id: flags['client-id'] ?? environment['OIDC_CLIENT_ID'] ?? 'lockstep',
      secret: flags['client-secret'] ?? environment['OIDC_CLIENT_SECRET'] ?? randomBytes(24).toString('base64url'),
      redirectUris: flags['redirect-uri'] ?? origins.map((origin) => `${origin}/api/callback`),
      postLogoutUris: flags['post-logout-uri'] ?? origins.map((origin) => `${origin}/`),
    },
  }
}

/** People type either name of this machine into the browser. */
function withLoopbackTwin(address: string): string[] {
  const url = new URL(address)
  const twin = { localhost: '127.0.0.1', '127.0.0.1': 'localhost' }[url.hostname]
  const origins = [url.origin]
  if (twin) origins.push(`${url.protocol}//${twin}${url.port && `:${url.port}`}`)
  return origins
}
