import type { DriftReport } from '#contract/marketplace.ts'
import type { CompanyContext } from '#server/platform/context.ts'
import { findLastDrift } from './queries/run-list.ts'

export async function readDrift(ctx: CompanyContext): Promise<DriftReport | null> {
  return ctx.read((tx) => findLastDrift(tx, ctx.companyId))
}
