import { obstacleTo, obstacleToResubmitting } from '#contract/order-actions.ts'
import { lazyPart } from '../lazy-part.tsx'
import type { OrderSubject } from './api.ts'
import type { actionDialogs } from './order-action-dialogs.tsx'

export type OrderDialogName = keyof typeof actionDialogs

const fetchDialog = (name: OrderDialogName) =>
  lazyPart(async () => (await import('./order-action-dialogs.tsx')).actionDialogs[name])

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

type FindObstacle = (order: OrderSubject, now: Date) => string | null

/** Why what a dialog is for can't be done to an order as it stands; null when it can. */
export const dialogObstacles: Record<OrderDialogName, FindObstacle> = {
  fulfill: (order, now) => obstacleTo('fulfill', order, now),
  resend: (order, now) => obstacleTo('resend', order, now),
  cancel: (order, now) => obstacleTo('cancel', order, now),
  cancelAndResend: obstacleToResubmitting,
  hold: (order, now) => obstacleTo('hold', order, now),
  editAddress: (order, now) => obstacleTo('edit_address', order, now),
  addNote: () => null,
  requestReview: (order, now) => obstacleTo('request_review', order, now),
}
