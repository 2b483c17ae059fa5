import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import type { OidcOptions } from './start-oidc.ts'

export const oidcFlags = { port: { type: 'string' }, state: { type: 'string' } } as const

type OidcFlags = { [name in keyof typeof oidcFlags]?: string | undefined }

/** The emulator serves one application and reads the product's own variables, with the same defaults. */
export function readOidcSettings(flags: OidcFlags, environment: Record<string, string | undefined>): OidcOptions {
  const address = environment['PUBLIC_URL'] || `http://localhost:${environment['PORT'] || 5000}`
  if (!URL.canParse(address)) {
    throw new Error(`PUBLIC_URL is "${address}". Set it to a web address such as http://localhost:5000.`)
  }
  return {
    port: Number(flags.port ?? 0),
    ...(flags.state ? { stateFile: join(flags.state, 'oidc.json') } : {}),
    client: {
      id: environment['OIDC_CLIENT_ID'] || 'lockstep',
      secret: environment['OIDC_CLIENT_SECRET'] || randomBytes(24).toString('base64url'),
      home: new URL('/', address).href,
      backchannelLogoutUrl: new URL('/api/backchannel-logout', address).href,
    },
  }
}
