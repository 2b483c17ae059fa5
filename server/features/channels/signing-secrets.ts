import type { CompanyContext } from '#server/platform/context.ts'
import type { Tx } from '#server/platform/db/client.ts'
import { newId } from '#server/platform/ids.ts'
import { encryptionContext } from '#server/platform/crypto/encrypted-columns.ts'
import {
  deleteExpiredSigningSecrets,
  expireSigningSecrets,
  insertSigningSecret,
  listValidSigningSecrets,
  lockSigningSecrets,
} from './queries/signing-secrets.ts'
import { createWebhookSecret } from './secrets.ts'

type SigningContext = Pick<CompanyContext, 'companyId' | 'vault' | 'clock'>

/** The company's secrets that sign what we send, in clear, newest first; the first is made when it is first needed. */
export async function getOrCreateSigningSecrets(tx: Tx, ctx: SigningContext): Promise<string[]> {
  const valid = await listSigningSecrets(tx, ctx)
  if (valid.length > 0) return valid
  await lockSigningSecrets(tx, ctx.companyId)
  const madeMeanwhile = await listSigningSecrets(tx, ctx)
  return madeMeanwhile.length > 0 ? madeMeanwhile : [await createSigningSecret(tx, ctx)]
}

/** Those that have been made, without making one. */
export async function listSigningSecrets(tx: Tx, ctx: SigningContext): Promise<string[]> {
  return (await listSigningSecretsWithTimes(tx, ctx)).map(({ secret }) => secret)
}

/** The same with how long each has been there and will be. */
export async function listSigningSecretsWithTimes(tx: Tx, { companyId, vault, clock }: SigningContext) {
  const encrypted = await listValidSigningSecrets(tx, companyId, clock.now())
  return encrypted.map(({ id, secret, ...times }) => ({
    ...times,
    secret: vault.decrypt(secret, encryptionContext('signing_secrets.secret', { companyId, id })),
  }))
}

/** Makes a new one that signs beside those before it until `goodUntil`; those whose time is over are forgotten. */
export async function replaceSigningSecret(tx: Tx, ctx: SigningContext, goodUntil: Date): Promise<string> {
  await lockSigningSecrets(tx, ctx.companyId)
  await expireSigningSecrets(tx, ctx.companyId, goodUntil)
  await deleteExpiredSigningSecrets(tx, ctx.companyId, ctx.clock.now())
  return createSigningSecret(tx, ctx)
}

async function createSigningSecret(tx: Tx, { companyId, vault, clock }: SigningContext): Promise<string> {
  const [id, plain] = [newId(), createWebhookSecret()]
  const secret = vault.encrypt(plain, encryptionContext('signing_secrets.secret', { companyId, id }))
  await insertSigningSecret(tx, { companyId, id, secret, createdAt: clock.now() })
  return plain
}
