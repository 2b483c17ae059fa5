import type { CurrentUser } from '#contract/auth.ts'
import type { SignedIn } from '#server/platform/http/app.ts'
import type { RestoreGate } from '#server/platform/restore-gate.ts'

export function currentUser({ user, company }: SignedIn, { closedBy }: Pick<RestoreGate, 'closedBy'>): CurrentUser {
  return {
    ...user,
    companyId: company?.id ?? null,
    companyName: company?.name ?? null,
    timeZone: company?.timeZone ?? 'UTC',
    restoredTo: closedBy?.restoredTo.toISOString() ?? null,
  }
}
