import type { CompanyContext } from '#server/platform/context.ts'
import type { Tx } from '#server/platform/db/client.ts'
import { newId } from '#server/platform/id.ts'
import { insertSigningSecret, listGoodSigningSecrets, lockSigningSecrets } from './queries/signing-secrets.ts'
import { makeWebhookSecret, signingContext } from './secrets.ts'

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
export async function openSigningSecrets(tx: Tx, { companyId, vault, clock }: Signer): Promise<string[]> {
  const sealed = await listGoodSigningSecrets(tx, companyId, clock.now())
  return sealed.map(({ id, secret }) => vault.open(secret, signingContext({ companyId, id })))
}

async function makeSigningSecret(tx: Tx, { companyId, vault, clock }: Signer): Promise<string> {
  const [id, plain] = [newId(), makeWebhookSecret()]
  const secret = vault.seal(plain, signingContext({ companyId, id }))
  await insertSigningSecret(tx, { companyId, id, secret, createdAt: clock.now() })
  return plain
}
