import { sql } from 'drizzle-orm'
import type { PlatformContext } from '#server/platform/context.ts'
import type { Tx } from '#server/platform/db/client.ts'
import { companies } from '#server/platform/db/schema/companies.ts'
import { decryptPersonal } from '../personal-data.ts'
import { hashPhone } from './buyers.ts'

const customersPerBite = 500

type Phone = { id: string; phone: string }

/**
 * Hashes the phone numbers of customers that the release before stored without a hash, so that they are found too. What is no number
 * gets an empty hash, which nothing matches, and is not read again. Once all are hashed, a run changes nothing.
 */
export async function hashPhones(ctx: PlatformContext): Promise<{ hashed: number }> {
  const all = await ctx.transaction((tx) => tx.select({ id: companies.id }).from(companies))
  let hashed = 0
  for (const { id: companyId } of all) {
    for (let bite = customersPerBite; bite === customersPerBite; hashed += bite)
      bite = await ctx.transaction((tx) => hashSome(tx, { vault: ctx.vault, companyId }), companyId)
  }
  return { hashed }
}

/** Intake may change a number meanwhile: its customers are skipped while they are locked, and their hash is not overwritten. */
async function hashSome(tx: Tx, scope: Pick<PlatformContext, 'vault'> & { companyId: string }): Promise<number> {
  const { companyId } = scope
  const { rows } = await tx.execute<Phone>(sql`
    select id, phone from customers where company_id = ${companyId} and phone is not null and phone_hash is null
    limit ${customersPerBite} for update skip locked`)
  const hashes = rows.map(({ id, phone }) => {
    const number = decryptPersonal(scope, 'customers.phone', id, phone)
    return { id, hash: (number && hashPhone(scope, number)) ?? '' }
  })
  await tx.execute(sql`
    update customers c set phone_hash = n.hash from json_to_recordset(${JSON.stringify(hashes)}::json) as n(id uuid, hash text)
    where c.company_id = ${companyId} and c.id = n.id`)
  return rows.length
}
