import { expect, it } from 'vitest'
import { Id } from '#contract/fields.ts'
import { randomUuid } from './random-uuid.ts'

it('is a valid id of the contract, different each time', () => {
  const ids = Array.from({ length: 1_000 }, randomUuid)
  expect(ids.filter((id) => !Id.safeParse(id).success)).toEqual([])
  expect(new Set(ids).size).toBe(1_000)
})
