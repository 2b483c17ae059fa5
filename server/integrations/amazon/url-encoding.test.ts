import { expect, it } from 'vitest'
import { buildUrl } from './http.ts'

const base = 'https://amazon.example/'

it.each([
  ['leaves out what is not given', { sku: undefined, skus: [] }, '/things'],
  ['writes numbers and truths', { size: 20, details: true }, '/things?size=20&details=true'],
  ['separates a list with commas', { skus: ['A', 'B'] }, '/things?skus=A,B'],
  ['keeps a comma in a SKU apart from them', { skus: ['A,B', 'C'] }, '/things?skus=A%2CB,C'],
  ['encodes once', { skus: ['50%2C', 'a+b c', 'ä/ß'] }, '/things?skus=50%252C,a%2Bb%20c,%C3%A4%2F%C3%9F'],
])('%s', (_, query, expected) => {
  expect(buildUrl(base, { path: '/things', query })).toBe(`https://amazon.example${expected}`)
})

it('a path without a query stays as it is', () => {
  expect(buildUrl(base, { path: '/things/A%2FB' })).toBe('https://amazon.example/things/A%2FB')
})
