import { expect, it } from 'vitest'
import { signInAddress } from './paths.ts'

it('carries the wanted path through the sign-in', () => {
  expect(signInAddress('/orders?status=placed&x=1')).toBe('/api/login?returnTo=%2Forders%3Fstatus%3Dplaced%26x%3D1')
})
