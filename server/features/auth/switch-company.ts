import type { CurrentUser } from '#contract/auth.ts'
import { AppError } from '#contract/errors.ts'
import { recordAudit } from '#server/platform/audit.ts'
import type { PlatformContext } from '#server/platform/context.ts'
import type { SignedIn } from '#server/platform/http/app.ts'
import { currentUser } from './current-user.ts'
import { findSession, setSessionCompany } from './queries.ts'

/** Lets one of the provider's staff work in another company, under their own name. */
export async function switchCompany(
  ctx: PlatformContext,
  input: { companyId: string },
  signedIn: SignedIn,
): Promise<CurrentUser> {
  return ctx.transaction(async (tx) => {
    await setSessionCompany(tx, signedIn.sessionId, input.companyId)
    const session = await findSession(tx, signedIn.sessionId)
    if (!session?.company) throw new AppError('not_found', 'There is no such company.')
    await recordAudit(tx, ctx, {
      action: 'session.switch-company',
      resource: 'company',
      resourceId: input.companyId,
      companyId: input.companyId,
      before: { companyId: signedIn.company?.id ?? null },
      after: { companyId: input.companyId },
    })
    return currentUser({ ...signedIn, company: session.company }, ctx.gate)
  })
}
