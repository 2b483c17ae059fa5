import type { PublicOrder } from '#contract/public-api.ts'
import type { CompanyContext } from '#server/platform/context.ts'
import type { KeyHolder } from '#server/platform/http/app.ts'
import { getPublicOrderOrThrow } from '../queries/public-orders.ts'

export const readPublicOrder = (
  ctx: CompanyContext,
  { orderId }: { orderId: string },
  holder: KeyHolder,
): Promise<PublicOrder> => ctx.read((tx) => getPublicOrderOrThrow(tx, holder, orderId))
