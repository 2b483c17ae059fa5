import { lazyPart } from '../later-part.tsx'
import type { actionDialogs } from './order-dialog-set.ts'

export type OrderDialogName = keyof typeof actionDialogs

const fetchDialog = (name: OrderDialogName) =>
  lazyPart(async () => (await import('./order-dialog-set.ts')).actionDialogs[name])

/** Fetched together when one is first asked, or ahead by a screen that is sure to ask: the dashboard mostly does not. */
export const orderDialogs = {
  fulfill: fetchDialog('fulfill'),
  resend: fetchDialog('resend'),
  cancel: fetchDialog('cancel'),
  cancelAndResend: fetchDialog('cancelAndResend'),
  hold: fetchDialog('hold'),
  editAddress: fetchDialog('editAddress'),
  addNote: fetchDialog('addNote'),
  requestReview: fetchDialog('requestReview'),
} satisfies Record<OrderDialogName, unknown>

export const preloadOrderDialogs = (): void => orderDialogs.fulfill.preload()
