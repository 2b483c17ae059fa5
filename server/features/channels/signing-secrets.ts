import type { CompanyContext } from '#server/platform/context.ts'
import type { Tx } from '#server/platform/db/client.ts'
import { newId } from '#server/platform/id.ts'
import { contextOf } from '#server/platform/sealed-columns.ts'
import {
  deleteExpiredSigningSecrets,
  expireSigningSecrets,
  insertSigningSecret,
  listGoodSigningSecrets,
  lockSigningSecrets,
} from './queries/signing-secrets.ts'
import { makeWebhookSecret } from './secrets.ts'

type Signer = Pick<CompanyContext, 'companyId' | 'vault' | 'clock'>

/** The company's secrets that sign what we send, in clear, newest first; the first is made when it is first needed. */
export async function goodSigningSecrets(tx: Tx, ctx: Signer): Promise<string[]> {
  const good = await openSigningSecrets(tx, ctx)
  if (good.length > 0) return good
  await lockSigningSecrets(tx, ctx.companyId)
  const madeMeanwhile = await openSigningSecrets(tx, ctx)
  return madeMeanwhile.length > 0 ? madeMeanwhile : [await makeSigningSecret(tx, ctx)]
}

/** Those that have been made, without making one. */
export async function openSigningSecrets(tx: Tx, ctx: Signer): Promise<string[]> {
  return (await readSigningSecrets(tx, ctx)).map(({ secret }) => secret)
}

/** The same with how long each has been there and will be. */
export async function readSigningSecrets(tx: Tx, { companyId, vault, clock }: Signer) {
  const sealed = await listGoodSigningSecrets(tx, companyId, clock.now())
  return sealed.map(({ id, secret, ...times }) => ({
    ...times,
    secret: vault.open(secret, contextOf('signing_secrets.secret', { companyId, id })),
  }))
}

/** Makes a new one that signs beside those before it until `goodUntil`; those whose time is over are forgotten. */
export async function replaceSigningSecret(tx: Tx, ctx: Signer, goodUntil: Date): Promise<string> {
  await lockSigningSecrets(tx, ctx.companyId)
  await expireSigningSecrets(tx, ctx.companyId, goodUntil)
  await deleteExpiredSigningSecrets(tx, ctx.companyId, ctx.clock.now())
  return makeSigningSecret(tx, ctx)
}

async function makeSigningSecret(tx: Tx, { companyId, vault, clock }: Signer): Promise<string> {
  const [id, plain] = [newId(), makeWebhookSecret()]
  const secret = vault.seal(plain, contextOf('signing_secrets.secret', { companyId, id }))
  await insertSigningSecret(tx, { companyId, id, secret, createdAt: clock.now() })
  return plain
}
