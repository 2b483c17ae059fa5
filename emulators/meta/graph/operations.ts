import { batchStatus, itemsBatch } from '../catalog/item-batches.ts'
import { acknowledgeOrders } from '../orders/acknowledge-orders.ts'
import { cancelOrder } from '../orders/cancel-order.ts'
import { listOrders } from '../orders/list-orders.ts'
import { viewOrder } from '../orders/order-view.ts'
import { refundOrder } from '../orders/refund-order.ts'
import { shipOrder } from '../orders/ship-order.ts'
import { parseFields, pickFields } from './fields.ts'
import { type Call, findOrder, type Operation } from './operation.ts'

/** Reads any object by its id. */
const readNode: Operation = {
  name: 'read',
  method: 'GET',
  path: '/:version/:id',
  answer(call) {
    const { whole, usual } = findNode(call)
    return pickFields(whole, parseFields(call.query.get('fields') ?? usual))
  },
}

export const operations: readonly Operation[] = [
  readNode,
  listOrders,
  acknowledgeOrders,
  shipOrder,
  cancelOrder,
  refundOrder,
  itemsBatch,
  batchStatus,
]

const usualFields = { shop: 'id', catalog: 'id,name', order: 'id,order_status,created,last_updated' }

function findNode({ id, shop }: Call): { whole: Record<string, unknown>; usual: string } {
  if (id === shop.accountId) return { whole: { id, display_name: shop.name }, usual: usualFields.shop }
  if (id === shop.catalogId) {
    const whole = { id, name: `${shop.name} catalog`, product_count: shop.items.length }
    return { whole, usual: usualFields.catalog }
  }
  return { whole: viewOrder(findOrder({ shop }, id)), usual: usualFields.order }
}
