import { purgeCompany } from '#server/features/privacy/purge-company.ts'
import { nowhere, platformContext, type Deps } from '#server/platform/context.ts'
import { heldClock } from './app.ts'
import { buildIntakeWorld } from './intake-world.ts'
import { changeSettings } from './stock.ts'

/** When the clock of a purge world begins. */
export const start = new Date('2026-03-02T10:00:00Z')

/** A company on a clock of its own, and the purge of it alone. */
export async function openPurgeWorld(shared: Deps) {
  const clock = heldClock(start)
  const deps = { ...shared, clock }
  const world = await buildIntakeWorld(deps, { stock: { 'TEE-L': 50, MUG: 50 } })
  await changeSettings(deps.db, world.companyId, { customerSms: true, customerEmail: true })
  const who = { actor: { type: 'job', name: 'privacy.purge' } as const, origin: nowhere }
  const platform = platformContext(deps, who)
  const retention = { companyId: world.companyId, retentionDays: 30 }
  return { ...world, clock, platform, retention, purge: () => purgeCompany(platform, retention) }
}
