import { generateKeyPairSync, randomBytes, randomUUID } from 'node:crypto'
import type { JWK } from 'oidc-provider'
import { choosePort, readStateFile } from '../state-file.ts'

/** What must outlive a restart: the port, as it is part of the issuer's name, and the keys, as open sessions hold signed tokens. */
export type OidcState = { port: number; signingKeys: JWK[]; cookieKeys: string[] }

export function loadState(file: string | undefined): OidcState {
  return (readStateFile(file) as OidcState | undefined) ?? makeState()
}

function makeState(): OidcState {
  const cookieKeys = [randomBytes(32).toString('base64url')]
  return { port: choosePort(), signingKeys: [makeSigningKey()], cookieKeys }
}

function makeSigningKey(): JWK {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  return { ...(privateKey.export({ format: 'jwk' }) as JWK), kid: randomUUID(), use: 'sig', alg: 'RS256' }
}
