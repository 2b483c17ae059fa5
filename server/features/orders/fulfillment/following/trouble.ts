import { AppError } from '#contract/errors.ts'
import { recordRefusedAuthorization } from '#server/features/marketplace/account.ts'
import type { CompanyContext } from '#server/platform/context.ts'
import { Rejected, Unauthorized, Unavailable } from '#server/ports/failure.ts'

/** Why Amazon could not be asked, and after how long it may be asked again where it has said so. */
export type ReadFailure = { reason: string; retryAfterSeconds: number | undefined }

/** For those that only somebody can help who authorises the account, or Amazon. */
const manualRetrySeconds = 15 * 60

/** What Amazon, or its account, has against being asked; anything else is a fault of ours, and thrown. */
export async function toReadFailure(
  ctx: CompanyContext,
  { id, refreshToken }: { id: string; refreshToken?: string },
  error: unknown,
): Promise<ReadFailure> {
  if (error instanceof Unavailable) return { reason: error.message, retryAfterSeconds: error.retryAfterSeconds }
  if (error instanceof Unauthorized) await recordRefusedAuthorization(ctx, id, error.message, refreshToken)
  else if (!(error instanceof Rejected || error instanceof AppError)) throw error
  return { reason: error.message, retryAfterSeconds: manualRetrySeconds }
}
