import type { CompanyContext } from '#server/platform/context.ts'
import type { Tx } from '#server/platform/db/client.ts'
import { recordPersonalDataViews as noteViewsOf } from '#server/platform/audit.ts'

export const recordOrderViews = (tx: Tx, ctx: CompanyContext, action: string, orderIds: string[]): Promise<void> =>
  noteViewsOf(tx, ctx, { action, resource: 'order', resourceIds: orderIds })
