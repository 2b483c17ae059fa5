import { workOffBatches } from './catalog/work-off-batches.ts'
import { passChecks } from './orders/pass-checks.ts'
import { sendDue } from './webhooks/send-due.ts'
import type { World } from './world.ts'

/** What the time since the last look has brought. */
export async function catchUp(world: World, appSecret: string, now: Date): Promise<void> {
  passChecks(world, now)
  workOffBatches(world, now)
  await sendDue(world, appSecret, now)
}
