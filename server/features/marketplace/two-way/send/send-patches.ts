import type { TwoWaySync, TwoWayProgress } from '../two-way.ts'
import { sendInBatches, skusPerBatch } from './in-rounds.ts'
import { patchSku } from './patch-sku.ts'
import { preparePatches } from './prepare-patches.ts'
import { listChangesToPatch } from './queries/planned.ts'

/** Sends what is planned for a marketplace, SKU by SKU. */
export async function sendPatches(
  twoWay: TwoWaySync,
  marketplaceId: string,
  progress: TwoWayProgress,
): Promise<TwoWayProgress> {
  const place = { companyId: twoWay.ctx.companyId, runId: twoWay.run.id, marketplaceId }
  return sendInBatches(twoWay, marketplaceId, progress, {
    async prepare(tx) {
      const planned = await listChangesToPatch(tx, place, { limit: skusPerBatch })
      return planned.length === 0 ? null : preparePatches(tx, twoWay, marketplaceId, planned)
    },
    ask: (prepared) => patchSku(twoWay, marketplaceId, prepared),
  })
}
