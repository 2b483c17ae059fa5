import { expect, it } from 'vitest'
import { sellableOf } from './sellable.ts'

it.each<[string, number, number[], ReturnType<typeof sellableOf>]>([
  ['is all that is available without a buffer', 12, [0, 0], { buffer: 0, sellable: 12 }],
  ['is less by the SKU’s buffer where that is the largest', 12, [5, 2], { buffer: 5, sellable: 7 }],
  ['is less by the company’s buffer where that is the largest', 12, [2, 5], { buffer: 5, sellable: 7 }],
  ['is less by the channel’s buffer where that is the largest', 12, [2, 5, 6], { buffer: 6, sellable: 6 }],
  ['is zero when the buffer is as large as what is available', 5, [5, 0], { buffer: 5, sellable: 0 }],
  ['is never below zero', 3, [5, 0], { buffer: 5, sellable: 0 }],
])('the sellable quantity %s', (_case, available, buffers, expected) => {
  expect(sellableOf(available, buffers)).toEqual(expected)
})
