import { laterPart } from '../later-part.tsx'
import type { dialogSet } from './order-dialog-set.ts'

export type OrderDialogName = keyof typeof dialogSet

const fetchDialog = (name: OrderDialogName) =>
  laterPart(async () => (await import('./order-dialog-set.ts')).dialogSet[name])

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
