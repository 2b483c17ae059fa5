import type { ChainReport } from '#contract/audit.ts'
import { platformCompanyId } from '#server/platform/audit.ts'
import type { Database } from '#server/platform/db/client.ts'
import { listCompanyIds } from './queries/companies.ts'
import type { ChainPlace } from './queries/chain.ts'
import { verifyChain } from './verify-chain.ts'

export type ExternalHead = ChainPlace & { companyId: string }
export type CompanyReport = ChainReport & { companyId: string }
type PlatformReader = { transaction: Database['onPlatform'] }

/** The log of the platform itself, then each company's, one after another. */
export async function* verifyAll(
  { transaction }: PlatformReader,
  keptHeads: readonly ExternalHead[] = [],
): AsyncGenerator<CompanyReport> {
  const known = [platformCompanyId, ...(await transaction(listCompanyIds))]
  for (const companyId of new Set([...known, ...keptHeads.map((kept) => kept.companyId)])) {
    const ofCompany = { keptHeads: keptHeads.filter((head) => head.companyId === companyId) }
    yield { companyId, ...(await verifyChain({ transaction: (work) => transaction(work) }, companyId, ofCompany)) }
  }
}
