import { generateKeyPairSync, randomBytes, randomInt, randomUUID } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import type { JWK } from 'oidc-provider'

/** What must outlive a restart: the port, as it is part of the issuer's name, and the keys, as open sessions hold signed tokens. */
export type OidcState = { port: number; signingKeys: JWK[]; cookieKeys: string[] }

/** Systems lend the ports above 30,000 to outgoing connections; one below is likely to be free the next time too. */
export function loadState(file: string | undefined): OidcState {
  if (file && existsSync(file)) return JSON.parse(readFileSync(file, 'utf8')) as OidcState
  return {
    port: randomInt(20_000, 30_000),
    signingKeys: [makeSigningKey()],
    cookieKeys: [randomBytes(32).toString('base64url')],
  }
}

export function saveState(file: string, state: OidcState): void {
  mkdirSync(dirname(file), { recursive: true })
  const partial = `${file}.partial`
  writeFileSync(partial, JSON.stringify(state), { mode: 0o600 })
  renameSync(partial, file)
}

function makeSigningKey(): JWK {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  return { ...(privateKey.export({ format: 'jwk' }) as JWK), kid: randomUUID(), use: 'sig', alg: 'RS256' }
}
