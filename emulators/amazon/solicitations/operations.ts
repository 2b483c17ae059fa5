import { createSolicitation } from './create-solicitation.ts'
import { getSolicitationActions } from './get-actions.ts'
import type { Operation } from '../operation.ts'

const order = '/solicitations/v1/orders/:amazonOrderId'

export const solicitationsOperations: Operation[] = [
  {
    name: 'getSolicitationActionsForOrder',
    method: 'GET',
    path: order,
    rate: 1,
    burst: 5,
    answer: getSolicitationActions,
  },
  {
    name: 'createProductReviewAndSellerFeedbackSolicitation',
    method: 'POST',
    path: `${order}/solicitations/productReviewAndSellerFeedback`,
    rate: 1,
    burst: 5,
    answer: createSolicitation,
  },
]
