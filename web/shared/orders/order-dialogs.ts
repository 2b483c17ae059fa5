import { t } from '#contract/i18n.ts'
import { obstacleTo, obstacleToClosing, obstacleToResubmitting } from '#contract/order-actions.ts'
import { lazyPart } from '../lazy-part.tsx'
import type { OrderSubject } from './api.ts'
import type { actionDialogs } from './order-action-dialogs.tsx'

export type OrderDialogName = keyof typeof actionDialogs

const fetchDialog = (name: OrderDialogName) =>
  lazyPart(async () => (await import('./order-action-dialogs.tsx')).actionDialogs[name])

/**
 * Lazy handles of the dialogs, which share one chunk. It loads with the first dialog, or ahead by
 * `preloadOrderDialogs`.
 */
export const orderDialogs = {
  fulfill: fetchDialog('fulfill'),
  sendCovered: fetchDialog('sendCovered'),
  substitute: fetchDialog('substitute'),
  resend: fetchDialog('resend'),
  ship: fetchDialog('ship'),
  cancel: fetchDialog('cancel'),
  cancelShort: fetchDialog('cancelShort'),
  restore: fetchDialog('restore'),
  cancelAndResend: fetchDialog('cancelAndResend'),
  closeShipped: fetchDialog('closeShipped'),
  hold: fetchDialog('hold'),
  editAddress: fetchDialog('editAddress'),
  addNote: fetchDialog('addNote'),
  tags: fetchDialog('tags'),
  requestReview: fetchDialog('requestReview'),
} satisfies Record<OrderDialogName, unknown>

export const EditNoteDialog = lazyPart(async () => (await import('./timeline-entry-dialogs.tsx')).EditNoteDialog)
export const DeleteNoteDialog = lazyPart(async () => (await import('./timeline-entry-dialogs.tsx')).DeleteNoteDialog)
export const EditTrackingDialog = lazyPart(async () => (await import('./ship-dialog.tsx')).EditTrackingDialog)

export const preloadOrderDialogs = (): void => orderDialogs.fulfill.preload()

const onlyYouShip = t('None of its SKUs are stocked at Amazon. Ship it yourself.')

type FindObstacle = (order: OrderSubject, now: Date) => string | null

const obstacleToAmazon: FindObstacle = (order, now) =>
  obstacleTo('fulfill', order, now) ?? (order.needsOwnShipping ? onlyYouShip : null)

/** Why an action is not possible in the present state of the order; null when it is. */
export const dialogObstacles: Record<OrderDialogName, FindObstacle> = {
  fulfill: obstacleToAmazon,
  sendCovered: obstacleToAmazon,
  substitute: (order, now) => obstacleTo('substitute', order, now),
  resend: (order, now) => obstacleTo('resend', order, now),
  ship: (order, now) => obstacleTo('ship', order, now),
  cancel: (order, now) => obstacleTo('cancel', order, now),
  cancelShort: (order, now) => obstacleTo('cancel', order, now),
  restore: (order, now) => obstacleTo('restore', order, now),
  cancelAndResend: obstacleToResubmitting,
  closeShipped: obstacleToClosing,
  hold: (order, now) => obstacleTo('hold', order, now),
  editAddress: (order, now) => obstacleTo('edit_address', order, now),
  addNote: () => null,
  tags: () => null,
  requestReview: (order, now) => obstacleTo('request_review', order, now),
}
