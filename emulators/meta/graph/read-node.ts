import { viewOrder } from '../orders/view.ts'
import { findOrder, type Call, type Operation } from './operation.ts'
import { parseFields, pickFields } from './fields.ts'

const usualFields = { shop: 'id', catalog: 'id,name', order: 'id,order_status,created,last_updated' }

/** Everything at Meta has an id, and is read by it. */
export const readNode: Operation = {
  name: 'read',
  method: 'GET',
  path: '/:version/:id',
  answer(call) {
    const { whole, usual } = findNode(call)
    return pickFields(whole, parseFields(call.query.get('fields') ?? usual))
  },
}

function findNode({ id, shop }: Call): { whole: Record<string, unknown>; usual: string } {
  if (id === shop.accountId) return { whole: { id, display_name: shop.name }, usual: usualFields.shop }
  if (id === shop.catalogId) {
    const whole = { id, name: `${shop.name} catalog`, product_count: shop.items.length }
    return { whole, usual: usualFields.catalog }
  }
  return { whole: viewOrder(findOrder({ shop }, id)), usual: usualFields.order }
}
