import { expect, it } from 'vitest'
import { loggedPath } from './server.ts'

const id = '0199a1b2-4c3d-7e5f-8a6b-1c2d3e4f5a6b'

it.each([
  ['/api/orders', '/api/orders?search=ana%40example.com', '/api/orders'],
  ['/api/orders/:orderId', `/api/orders/${id}`, `/api/orders/${id}`],
  ['/api/orders/:orderId/notes', '/api/orders/ana%40example.com/notes?x=1', '/api/orders/:orderId/notes'],
  [
    '/api/channels/:channelId/deliveries/:deliveryId',
    `/api/channels/${id}/deliveries/Ana`,
    `/api/channels/${id}/deliveries/:deliveryId`,
  ],
  ['/api/unsubscribe/:token', `/api/unsubscribe/${id}`, '/api/unsubscribe/:token'],
  [undefined, '/customers/ana%40example.com', 'none'],
  [undefined, '/orders?search=Ana', '/orders'],
])('the request log keeps only ids of %s: %s', (route, url, shown) => {
  expect(loggedPath(route, url)).toBe(shown)
})
