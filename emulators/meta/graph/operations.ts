import { batchStatus } from '../catalog/batch-status.ts'
import { itemsBatch } from '../catalog/items-batch.ts'
import { acknowledgeOrders } from '../orders/acknowledge-orders.ts'
import { cancelOrder } from '../orders/cancel-order.ts'
import { listOrders } from '../orders/read-orders.ts'
import { refundOrder } from '../orders/refund-order.ts'
import { shipOrder } from '../orders/ship-order.ts'
import type { Operation } from './operation.ts'
import { readNode } from './read-node.ts'

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
