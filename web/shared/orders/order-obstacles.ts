import { obstacleTo, obstacleToResubmitting } from '#contract/order-actions.ts'
import type { OrderDialogName } from './order-dialogs.ts'
import type { OrderSubject } from './order-subject.ts'

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
