import { expect, test } from 'vitest'
import { createRouter } from './router.ts'

const find = createRouter([
  { method: 'GET', path: '/items/:sku' },
  { method: 'GET', path: '/items/search' },
  { method: 'PUT', path: '/items/:sellerId/:sku' },
])

test.each([
  ['GET', '/items/A%2FB%20%2B', { path: '/items/:sku', params: { sku: 'A/B +' } }],
  ['GET', '/items/search', { path: '/items/search', params: {} }],
  ['PUT', '/items/S1/%E2%82%AC', { path: '/items/:sellerId/:sku', params: { sellerId: 'S1', sku: '€' } }],
])('%s %s', (method, path, { path: target, params }) => {
  expect(find(method, path)).toMatchObject({ target: { method, path: target }, params })
})

test.each([
  ['POST', '/items/A'],
  ['GET', '/items/'],
  ['GET', '/items/%E2%82'],
  ['GET', '/items/A/B'],
])('no route answers %s %s', (method, path) => {
  expect(find(method, path)).toBeNull()
})
