import { processBatches } from './catalog/work-off-batches.ts'
import { passChecks } from './orders/pass-checks.ts'
import { sendDueWebhooks } from './webhooks/send-due.ts'
import type { MetaState } from './world.ts'

/** What the time since the last look has brought. */
export async function catchUp(world: MetaState, appSecret: string, now: Date): Promise<void> {
  passChecks(world, now)
  processBatches(world, now)
  await sendDueWebhooks(world, appSecret, now)
}
