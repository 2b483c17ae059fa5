import { isDeepStrictEqual } from 'node:util'
import { type CompanyProfile, companyProfileApi, type SavedProfile } from '#contract/company-profile.ts'
import { logoRule } from '#contract/images.ts'
import { type Image, parseImage } from '#server/features/images/parse-image.ts'
import { replaceImage } from '#server/features/images/stored-images.ts'
import { recordAudit } from '#server/platform/audit.ts'
import type { CompanyContext } from '#server/platform/context.ts'
import type { Tx } from '#server/platform/db/client.ts'
import type { App } from '#server/platform/http/app.ts'
import { serve } from '#server/platform/http/endpoints.ts'
import { serveUpload } from '#server/platform/http/files.ts'
import { lockProfile, readLetterhead, updateProfile } from './queries.ts'

export function companyProfileRoutes(app: App): void {
  serve(app, companyProfileApi.read, (ctx) => ctx.read((tx) => readProfile(tx, ctx)))
  serve(app, companyProfileApi.save, saveProfile)
  serveUpload(app, companyProfileApi.uploadLogo, (ctx, { file }) => changeLogo(ctx, parseImage(file.bytes, logoRule)))
  serve(app, companyProfileApi.removeLogo, (ctx) => changeLogo(ctx, null))
}

async function readProfile(tx: Tx, { companyId }: CompanyContext): Promise<SavedProfile> {
  const { timeZone: _timeZone, ...profile } = await readLetterhead(tx, companyId)
  return profile
}

async function saveProfile(ctx: CompanyContext, profile: CompanyProfile): Promise<SavedProfile> {
  return ctx.transaction(async (tx) => {
    const before = await lockProfile(tx, ctx.companyId)
    if (!isDeepStrictEqual(before, profile)) {
      await updateProfile(tx, ctx.companyId, profile)
      await recordChange(tx, ctx, before, profile)
    }
    return readProfile(tx, ctx)
  })
}

async function changeLogo(ctx: CompanyContext, logo: Image | null): Promise<SavedProfile> {
  const { companyId } = ctx
  return ctx.transaction(async (tx) => {
    await lockProfile(tx, companyId)
    const { before, after } = await replaceImage(tx, { companyId, productId: null }, logo)
    if (before !== null || after !== null) await recordChange(tx, ctx, { logo: before }, { logo: after })
    return readProfile(tx, ctx)
  })
}

async function recordChange(tx: Tx, ctx: CompanyContext, before: object, after: object): Promise<void> {
  await recordAudit(tx, ctx, {
    action: 'settings.update-profile',
    resource: 'settings',
    resourceId: null,
    companyId: ctx.companyId,
    before: { ...before },
    after: { ...after },
  })
  await ctx.publishChange(tx, 'settings')
}
