import { and, eq, isNull, type SQL } from 'drizzle-orm'
import { recordPersonalDataViews } from '#server/platform/audit.ts'
import type { CompanyContext } from '#server/platform/context.ts'
import { customers } from '#server/platform/db/schema/customers.ts'
import { seesMasked } from '#server/platform/redaction.ts'
import { hashEmail, hashPhone } from '../intake/buyers.ts'

/** A family shares one phone number, and so do the orders of a marketplace's relay. */
const maxCustomers = 50

/**
 * Customers whose e-mail address or phone number a searched text is. Both are stored encrypted, so a whole one is found by its keyed
 * hash; a part of one is not. Null if the text is no contact of anyone: then its words are searched. Not for people who see
 * addresses masked, because a hit would reveal whose it is; each hit is recorded in the audit log.
 */
export async function findContacts(ctx: CompanyContext, text: string | undefined): Promise<string[] | null> {
  const isSought = text && !seesMasked(ctx) ? isContact(ctx, text) : undefined
  if (!isSought) return null
  const found = await ctx.read((tx) =>
    tx
      .select({ id: customers.id })
      .from(customers)
      .where(and(eq(customers.companyId, ctx.companyId), isSought, isNull(customers.erasedAt)))
      .limit(maxCustomers),
  )
  if (found.length === 0) return null
  const resourceIds = found.map(({ id }) => id)
  await ctx.transaction((tx) =>
    recordPersonalDataViews(tx, ctx, { action: 'customer.view', resource: 'customer', resourceIds }),
  )
  return resourceIds
}

const writtenPhone = /^\+?[\d\s()./-]+$/

function isContact(ctx: CompanyContext, text: string): SQL | undefined {
  if (text.includes('@')) return eq(customers.emailHash, hashEmail(ctx, text))
  const phoneHash = writtenPhone.test(text) ? hashPhone(ctx, text) : null
  return phoneHash === null ? undefined : eq(customers.phoneHash, phoneHash)
}
