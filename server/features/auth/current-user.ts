import type { CurrentUser } from '#contract/auth.ts'
import type { SignedIn } from '#server/platform/http/app.ts'

export function currentUser({ user, company }: SignedIn): CurrentUser {
  return {
    ...user,
    companyId: company?.id ?? null,
    companyName: company?.name ?? null,
    timeZone: company?.timeZone ?? 'UTC',
  }
}
