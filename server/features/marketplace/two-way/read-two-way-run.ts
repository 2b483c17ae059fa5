import type { ParsedInputOf } from '#contract/endpoint.ts'
import type { twoWayApi, TwoWayRun } from '#contract/two-way.ts'
import type { CompanyContext } from '#server/platform/context.ts'
import { getRuns } from '../sync/queries/run-list.ts'
import { noSuchRun } from '../sync/queries/runs.ts'
import { countChanges } from './queries/change-counts.ts'

export async function readTwoWayRun(
  ctx: CompanyContext,
  { runId }: ParsedInputOf<typeof twoWayApi.run>,
): Promise<TwoWayRun> {
  const { companyId } = ctx
  return ctx.read(async (tx) => {
    const [run] = await getRuns(tx, { companyId, now: ctx.clock.now() }, [runId])
    if (run?.kind !== 'two_way') throw noSuchRun()
    return { ...run, ...(await countChanges(tx, companyId, runId)) }
  })
}
