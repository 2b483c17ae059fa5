import type { TwoWay, TwoWayProgress } from '../two-way.ts'
import { inRounds, skusPerRound } from './in-rounds.ts'
import { patchSku } from './patch-sku.ts'
import { preparePatches } from './prepare-patches.ts'
import { listPlanned } from './queries/planned.ts'

/** Sends what is planned for a marketplace, SKU by SKU. */
export async function sendPatches(
  twoWay: TwoWay,
  marketplaceId: string,
  progress: TwoWayProgress,
): Promise<TwoWayProgress> {
  const place = { companyId: twoWay.ctx.companyId, runId: twoWay.run.id, marketplaceId }
  return inRounds(twoWay, marketplaceId, progress, {
    async prepare(tx) {
      const planned = await listPlanned(tx, place, { limit: skusPerRound })
      return planned.length === 0 ? null : preparePatches(tx, twoWay, marketplaceId, planned)
    },
    ask: (prepared) => patchSku(twoWay, marketplaceId, prepared),
  })
}
