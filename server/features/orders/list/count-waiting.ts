import type { CompanyContext } from '#server/platform/context.ts'
import { countOpenSubjects } from './queries/waiting.ts'

/** For the badge in the menu. */
export async function countWaiting(ctx: CompanyContext): Promise<{ waiting: number }> {
  return ctx.read(async (tx) => ({ waiting: await countOpenSubjects(tx, ctx.companyId) }))
}
