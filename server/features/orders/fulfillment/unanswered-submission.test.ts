import { expect, it } from 'vitest'
import { mayStillAppear } from './timing.ts'

const now = new Date('2026-03-02T10:00:00Z')

it('a submission may still appear for ten minutes, and one that was never sent may not', () => {
  expect(mayStillAppear({ submittedAt: new Date('2026-03-02T09:50:01Z') }, now)).toBe(true)
  expect(mayStillAppear({ submittedAt: new Date('2026-03-02T09:50:00Z') }, now)).toBe(false)
  expect(mayStillAppear({ submittedAt: null }, now)).toBe(false)
})
