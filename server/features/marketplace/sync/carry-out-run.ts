import type { CompanyContext } from '#server/platform/context.ts'
import { requireAmazon } from '../application.ts'
import { carryOut } from './carry-out.ts'
import { readCheckpoint } from './checkpoint.ts'
import { finishRun } from './finish-run.ts'
import { createNews } from './news.ts'
import { readAccount } from './read-account.ts'

/** Reads what is left of an inventory sync. */
export async function carryOutRun(ctx: CompanyContext, runId: string): Promise<object> {
  return carryOut(ctx, runId, {
    name: 'inventory sync',
    readCheckpoint,
    work: async (run, account) => {
      const sync = { ctx, run, account, marketplace: requireAmazon(ctx), news: createNews(ctx) }
      return finishRun(sync, await readAccount(sync))
    },
  })
}
