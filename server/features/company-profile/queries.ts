import { eq } from 'drizzle-orm'
import type { CompanyProfile, SavedProfile } from '#contract/company-profile.ts'
import { logoUrlOf } from '#server/features/images/stored-images.ts'
import type { Tx } from '#server/platform/db/client.ts'
import { companies } from '#server/platform/db/schema/companies.ts'
import { companySettings } from '#server/platform/db/schema/settings.ts'

/** Who a parcel or a mail comes from, as its recipient reads it. */
export type Letterhead = SavedProfile & { timeZone: string }

export async function readLetterhead(tx: Tx, companyId: string): Promise<Letterhead> {
  const { shownAddress, brandColor, timeZone } = companySettings
  const [found] = await tx
    .select({
      companyName: companies.name,
      providersAddress: companies.address,
      shownAddress,
      brandColor,
      logoUrl: logoUrlOf(companyId),
      timeZone,
    })
    .from(companies)
    .innerJoin(companySettings, eq(companySettings.companyId, companies.id))
    .where(eq(companies.id, companyId))
  if (!found) throw noSettings()
  const { providersAddress, shownAddress: ownAddress, ...letterhead } = found
  return { ...letterhead, address: ownAddress ?? providersAddress }
}

/** Locks the profile, so that concurrent changes of it, and of its logo, run one after the other. */
export async function lockProfile(tx: Tx, companyId: string): Promise<CompanyProfile> {
  const { shownAddress: address, brandColor } = companySettings
  const [found] = await tx
    .select({ address, brandColor })
    .from(companySettings)
    .where(eq(companySettings.companyId, companyId))
    .for('no key update')
  if (!found) throw noSettings()
  return found
}

const noSettings = () => new Error('Every company has its settings')

export async function updateProfile(tx: Tx, companyId: string, profile: CompanyProfile): Promise<void> {
  const { address: shownAddress, brandColor } = profile
  await tx.update(companySettings).set({ shownAddress, brandColor }).where(eq(companySettings.companyId, companyId))
}
