import type { PlatformContext } from '#server/platform/context.ts'
import { verifyAll } from './verify-chain.ts'

export const auditJobs = {
  'audit.verify': verifyAuditLogs,
}

/**
 * Daily job: verifies the audit chains of all companies and logs their heads. Heads kept outside the database can later
 * prove that no entries were cut off. Throws after all chains are checked if any is broken.
 */
export async function verifyAuditLogs(
  ctx: PlatformContext,
): Promise<{ companies: number; entries: number; faults: number }> {
  const seen = { companies: 0, entries: 0, faults: 0 }
  for await (const { companyId, entries, head, faults, faultCount } of verifyAll(ctx)) {
    seen.companies += 1
    seen.entries += entries
    seen.faults += faultCount
    const facts = { companyId, entries, head }
    if (faultCount === 0) ctx.log.info(facts, 'the audit log is whole')
    else ctx.log.error({ ...facts, faultCount, faults }, 'the audit log is not as it was written')
  }
  if (seen.faults > 0) throw new Error('The audit log is not as it was written: npm run verify-audit says where')
  return seen
}
