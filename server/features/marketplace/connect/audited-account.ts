import type { AccountRecord } from '../queries/accounts.ts'

/** What the audit log tells of an account: nothing that opens it. */
export const toAuditedAccount = ({ name, sellerId, region, marketplaceIds, isActive }: AccountRecord) => ({
  name,
  sellerId,
  region,
  marketplaceIds,
  isActive,
})
