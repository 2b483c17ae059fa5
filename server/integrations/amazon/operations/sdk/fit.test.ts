import { expect, it } from 'vitest'
import { z } from 'zod'
import { operation } from '../../operation.ts'
import { maybe } from '../response-schemas.ts'
import { reads, sends } from './fit.ts'

const getBox = operation({
  name: 'getBox',
  method: 'GET',
  rate: 1,
  burst: 1,
  request: (query: { boxId: string; hint?: string | undefined }) => ({ path: '/boxes', query }),
  wire: z.object({ payload: z.object({ lid: maybe(z.string()) }) }),
})
type Box = typeof getBox

it('the check compiles for the same fields, and for a part of an answer', () => {
  expect(sends<Box, { boxId: string; hint?: string; more?: number }>()).toBe(true)
  expect(reads<Box, { payload?: { lid?: string; size: number } }>()).toBe(true)
})

it('the check does not compile for an unknown name, another type or a missing field', () => {
  // @ts-expect-error their name is `clue`
  expect(sends<Box, { boxId: string; clue?: string }>()).toBe(true)
  // @ts-expect-error their id is a number
  expect(sends<Box, { boxId: number; hint?: string }>()).toBe(true)
  // @ts-expect-error they require more
  expect(sends<Box, { boxId: string; hint?: string; weight: number }>()).toBe(true)
  // @ts-expect-error their name is `cover`
  expect(reads<Box, { payload?: { cover?: string } }>()).toBe(true)
  // @ts-expect-error their lid is a list
  expect(reads<Box, { payload?: { lid?: string[] } }>()).toBe(true)
})
