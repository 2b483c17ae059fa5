import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

export type Secrets = {
  SESSION_SECRET: string
  ENCRYPTION_KEY: string
  OIDC_CLIENT_SECRET: string
  AMAZON_LWA_CLIENT_SECRET: string
  META_APP_SECRET: string
  TWILIO_AUTH_TOKEN: string
}

/** Created once and stored: with another key, encrypted data could not be read any more. */
export function loadSecrets(folder: string): Secrets {
  const file = join(folder, 'secrets.json')
  const stored = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Partial<Secrets>) : {}
  const secrets = { ...makeSecrets(), ...stored }
  if (Object.keys(stored).length < Object.keys(secrets).length) save(file, secrets)
  return secrets
}

const makeSecrets = (): Secrets => ({
  SESSION_SECRET: randomBytes(32).toString('base64url'),
  ENCRYPTION_KEY: randomBytes(32).toString('base64'),
  OIDC_CLIENT_SECRET: randomBytes(32).toString('base64url'),
  AMAZON_LWA_CLIENT_SECRET: randomBytes(32).toString('base64url'),
  META_APP_SECRET: randomBytes(16).toString('hex'),
  TWILIO_AUTH_TOKEN: randomBytes(16).toString('hex'),
})

function save(file: string, secrets: Secrets): void {
  const partial = `${file}.partial`
  writeFileSync(partial, JSON.stringify(secrets, null, 2), { mode: 0o600 })
  renameSync(partial, file)
}
