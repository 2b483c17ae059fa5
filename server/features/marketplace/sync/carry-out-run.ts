import type { CompanyContext } from '#server/platform/context.ts'
import { getAmazonOrThrow } from '../application.ts'
import { executeRun } from './carry-out.ts'
import { parseCheckpoint } from './checkpoint.ts'
import { finishRun } from './finish-run.ts'
import { createProgressNotifier } from './news.ts'
import { readInventory } from './read-account.ts'

/** Reads what is left of an inventory sync. */
export async function executeInventoryRun(ctx: CompanyContext, runId: string): Promise<object> {
  return executeRun(ctx, runId, {
    name: 'inventory sync',
    parseCheckpoint,
    work: async (run, account) => {
      const sync = { ctx, run, account, marketplace: getAmazonOrThrow(ctx), notifier: createProgressNotifier(ctx) }
      return finishRun(sync, await readInventory(sync))
    },
  })
}
