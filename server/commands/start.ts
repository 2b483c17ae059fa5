import { connectDemo } from '#server/demo/amazon.ts'
import { addDemoChannels } from '#server/demo/channels.ts'
import { unbindLocalIssuers } from '#server/features/auth/bootstrap-accounts.ts'
import { loadDemo } from '#server/demo/load-demo.ts'
import { addFailedJob } from '#server/demo/failed-job.ts'
import { addDemoMessages } from '#server/demo/messages.ts'
import { addDemoOrders } from '#server/demo/orders.ts'
import { addDemoPromotions } from '#server/demo/promotions.ts'
import { addDemoReports } from '#server/demo/reports.ts'
import { addDemoShops } from '#server/demo/shops.ts'
import { openDeps } from '#server/deps.ts'
import { systemClock } from '#server/platform/clock.ts'
import { type Config, isLoopback } from '#server/platform/config.ts'
import { openDatabase } from '#server/platform/db/client.ts'
import { migrate } from '#server/platform/db/migrate.ts'
import { serve } from './serve.ts'

/**
 * `npm start`: migrates the database, fills an empty one with demo data, then does what `serve` does. Behind a public address there are
 * no demo accounts.
 */
export async function start(config: Config, flags: readonly string[]): Promise<void> {
  await migrate(config.DATABASE_URL)
  if (await fillIfEmpty(config)) await connectFilled(config)
  await serve(config, flags, { isLocalStart: true })
}

async function fillIfEmpty(config: Config): Promise<boolean> {
  const db = await openDatabase(config.DATABASE_URL, { max: 2, applicationName: 'lockstep demo' })
  try {
    const isFilled = isLoopback(config.PUBLIC_URL) && (await loadDemo(db, systemClock))
    await unbindLocalIssuers(db, config.OIDC_ISSUER_URL)
    return isFilled
  } finally {
    await db.close()
  }
}

async function connectFilled(config: Config): Promise<void> {
  const deps = await openDeps(config, 'job')
  try {
    await connectDemo(deps)
    await addDemoChannels(deps)
    await addDemoPromotions(deps)
    await addDemoOrders(deps)
    await addDemoMessages(deps)
    await addDemoReports(deps)
    await addDemoShops(deps)
    await addFailedJob(deps)
  } finally {
    await deps.close()
  }
}
