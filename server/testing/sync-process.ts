import { executeInventoryRun } from '#server/features/marketplace/sync/inventory-sync.ts'
import { openDeps } from '#server/deps.ts'
import { readConfig } from '#server/platform/config.ts'
import { companyContext, noOrigin } from '#server/platform/context.ts'

export type SyncOrder = { companyId: string; runId: string }

/** A process of its own that goes on with the run it is told of, and ends with it. */
const deps = await openDeps(readConfig(process.env), 'job')
const who = { actor: { type: 'system', name: 'Test' } as const, origin: noOrigin }
process.once('message', ({ companyId, runId }: SyncOrder) => {
  void executeInventoryRun(companyContext(deps, who, companyId), runId).then(async () => {
    await deps.close()
    process.exit(0)
  })
})
process.send?.('ready')
