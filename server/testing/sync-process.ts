import { executeInventoryRun } from '#server/features/marketplace/sync/inventory-sync.ts'
import { openDeps } from '#server/deps.ts'
import { readConfig } from '#server/platform/config.ts'
import { companyContext, noOrigin } from '#server/platform/context.ts'

export type SyncOrder = { companyId: string; runId: string }

/** A process that continues the sync run it receives by IPC and exits when it ends. */
const deps = await openDeps(readConfig(process.env), 'job')
const who = { actor: { type: 'system', name: 'Test' } as const, origin: noOrigin }
process.once('message', ({ companyId, runId }: SyncOrder) => {
  void executeInventoryRun(companyContext(deps, who, companyId), runId).then(async () => {
    await deps.close()
    process.exit(0)
  })
})
process.send?.('ready')
