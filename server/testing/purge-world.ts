import { purgeCompany } from '#server/features/privacy/purge-company.ts'
import { noOrigin, platformContext, type Deps } from '#server/platform/context.ts'
import { manualClock } from './app.ts'
import { createIntakeFixture } from './intake-world.ts'
import { changeSettings } from './stock.ts'

/** When the clock of a purge world begins. */
export const purgeStart = new Date('2026-03-02T10:00:00Z')

/** A company on a clock of its own, and the purge of it alone. */
export async function createPurgeFixture(shared: Deps) {
  const clock = manualClock(purgeStart)
  const deps = { ...shared, clock }
  const fixture = await createIntakeFixture(deps, { stock: { 'TEE-L': 50, MUG: 50 } })
  await changeSettings(deps.db, fixture.companyId, { customerSms: true, customerEmail: true })
  const who = { actor: { type: 'job', name: 'privacy.purge' } as const, origin: noOrigin }
  const platform = platformContext(deps, who)
  const retention = { companyId: fixture.companyId, retentionDays: 30 }
  return { ...fixture, clock, platform, retention, purge: () => purgeCompany(platform, retention) }
}
