import { z } from 'zod'
import { hexColor } from './brand-color.ts'
import { endpoint } from './endpoint.ts'
import { t } from './i18n.ts'
import { logoRule } from './images.ts'

/** Without spaces around its lines and without empty ones; nothing at all counts as null. */
const address = z
  .string()
  .transform(
    (typed) =>
      typed
        .split('\n')
        .map((line) => line.trim())
        .filter(Boolean)
        .join('\n') || null,
  )
  .pipe(
    z
      .string()
      .max(300, t('Address must be 300 characters or fewer'))
      .regex(/^(?:[^\n]*\n){0,5}[^\n]*$/, t('Address must be 6 lines or fewer'))
      .nullable(),
  )
  .nullable()

const brandColor = z
  .string()
  .trim()
  .toLowerCase()
  .transform((typed) => typed || null)
  .pipe(z.string().regex(hexColor, t('Choose a color such as #00687b')).nullable())
  .nullable()

/** How parcels and mails show who they come from. The address has a line for each line of a label. */
export const CompanyProfile = z.strictObject({ address, brandColor })
export type CompanyProfile = z.output<typeof CompanyProfile>

const kept = z.string().nullable()

/** `address` is the one that the provider knows until the company has saved its own. */
const SavedProfile = z.object({ companyName: z.string(), address: kept, brandColor: kept, logoUrl: kept })
export type SavedProfile = z.output<typeof SavedProfile>

export const companyProfileApi = {
  read: endpoint({
    method: 'GET',
    path: '/api/settings/profile',
    summary: 'Name, address, color and logo of the company, as packing slips and emails show them',
    access: 'readonly',
    scope: 'company',
    reply: SavedProfile,
  }),
  save: endpoint({
    method: 'PUT',
    path: '/api/settings/profile',
    summary: 'Change address and color',
    access: 'admin',
    scope: 'company',
    body: CompanyProfile,
    reply: SavedProfile,
  }),
  uploadLogo: endpoint({
    method: 'PUT',
    path: '/api/settings/profile/logo',
    summary: 'Upload the logo, a PNG or JPEG',
    access: 'admin',
    scope: 'company',
    takesFile: true,
    maxBodyBytes: logoRule.maxBytes,
    reply: SavedProfile,
  }),
  removeLogo: endpoint({
    method: 'DELETE',
    path: '/api/settings/profile/logo',
    summary: 'Remove the logo',
    access: 'admin',
    scope: 'company',
    reply: SavedProfile,
  }),
}
